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

/**
 * Opens error scopes for out-of-memory, validation and internal errors. What is returned closes them: at once, so that
 * others may be opened, with the outcome to follow when the device has looked at all that came between.
 */
export function openErrorScopes(device: GPUDevice): () => Promise<ScopeOutcome> {
  device.pushErrorScope('internal');
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  return () => popAll(device);
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

async function popAll(device: GPUDevice): Promise<ScopeOutcome> {
  try {
    const [memory, validation, internal] = await Promise.all([
      device.popErrorScope(),
      device.popErrorScope(),
      device.popErrorScope(),
    ]);
    if (memory) return { type: 'out-of-memory', detail: memory.message };
    const other = validation ?? internal;
    return other ? { type: 'validation', detail: other.message } : { type: 'ok' };
  } catch (error) {
    return { type: 'device-lost', detail: error instanceof Error ? error.message : String(error) };
  }
}
