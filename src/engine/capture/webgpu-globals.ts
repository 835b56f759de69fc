/**
 * tfjs's WebGPU backend names a few WebGPU globals (`GPUBuffer` in `instanceof`, `GPUBufferUsage` as constants,
 * `navigator.gpu` as a flag). Tracing needs no GPU, so where a browser or Node lacks them stand-ins are defined.
 * The real `navigator.gpu` is never replaced.
 */
const BUFFER_USAGE = {
  MAP_READ: 0x1,
  MAP_WRITE: 0x2,
  COPY_SRC: 0x4,
  COPY_DST: 0x8,
  INDEX: 0x10,
  VERTEX: 0x20,
  UNIFORM: 0x40,
  STORAGE: 0x80,
  INDIRECT: 0x100,
  QUERY_RESOLVE: 0x200,
} as const;

const MAP_MODE = { READ: 0x1, WRITE: 0x2 } as const;

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

/** Makes tfjs's WebGPU backend constructible on a recording device. Safe to call more than once. */
export function installWebGpuGlobals(): void {
  const scope = globalThis as Record<string, unknown>;
  if (!('GPUBuffer' in scope)) define(scope, 'GPUBuffer', class GPUBuffer {});
  if (!('GPUTexture' in scope)) define(scope, 'GPUTexture', class GPUTexture {});
  if (!('GPUBufferUsage' in scope)) define(scope, 'GPUBufferUsage', BUFFER_USAGE);
  if (!('GPUMapMode' in scope)) define(scope, 'GPUMapMode', MAP_MODE);
  if (!('navigator' in scope)) define(scope, 'navigator', {});
  // A property of our own on the navigator object: browsers that have `gpu` keep theirs.
  if (!navigator.gpu) define(navigator, 'gpu', { standIn: true });
}
