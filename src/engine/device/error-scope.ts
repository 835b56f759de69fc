/** What error scopes saw; the kind comes from the scope that caught it, never from the message. */
export type ScopeOutcome =
  | { readonly type: 'ok' }
  | { readonly type: 'out-of-memory'; readonly detail: string }
  | { readonly type: 'validation'; readonly detail: string }
  | { readonly type: 'device-lost'; readonly detail: string };

/** True where a scope caught something. */
export function isFault(outcome: ScopeOutcome): outcome is Exclude<ScopeOutcome, { readonly type: 'ok' }> {
  return outcome.type !== 'ok';
}

/** Error scopes that are open. */
export interface OpenScopes {
  /** Why they end as out of memory, although the device itself refuses nothing. */
  refusal?: string;
}

/** Of each device, the innermost last. */
const OPEN = new WeakMap<GPUDevice, OpenScopes[]>();

/**
 * Opens error scopes for out-of-memory, validation and internal errors. What is returned closes them: at once, so that
 * others may be opened, with the outcome to follow when the device has looked at all that came between.
 */
export function openErrorScopes(device: GPUDevice): () => Promise<ScopeOutcome> {
  const open = OPEN.get(device) ?? [];
  const scopes: OpenScopes = {};
  OPEN.set(device, open);
  open.push(scopes);
  device.pushErrorScope('internal');
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  return () => {
    open.splice(open.lastIndexOf(scopes), 1);
    return popAll(device, scopes);
  };
}

/** The innermost scopes that are open on a device. */
export function innermostScopes(device: GPUDevice): OpenScopes | undefined {
  return OPEN.get(device)?.at(-1);
}

/**
 * Runs `body` inside error scopes for out-of-memory, validation and internal errors. The body's own exception is
 * passed on; a device that dies while the scopes are read is `device-lost`.
 */
export async function withErrorScopes<T>(
  device: GPUDevice,
  body: () => T | Promise<T>,
): Promise<{ readonly outcome: ScopeOutcome; readonly value: T }> {
  const close = openErrorScopes(device);
  let value: T;
  try {
    value = await body();
  } catch (error) {
    await close();
    throw error;
  }
  return { outcome: await close(), value };
}

async function popAll(device: GPUDevice, { refusal }: OpenScopes): Promise<ScopeOutcome> {
  try {
    const [memory, validation, internal] = await Promise.all([
      device.popErrorScope(),
      device.popErrorScope(),
      device.popErrorScope(),
    ]);
    if (refusal !== undefined) return { type: 'out-of-memory', detail: refusal };
    if (memory) return { type: 'out-of-memory', detail: memory.message };
    const other = validation ?? internal;
    return other ? { type: 'validation', detail: other.message } : { type: 'ok' };
  } catch (error) {
    return { type: 'device-lost', detail: error instanceof Error ? error.message : String(error) };
  }
}
