/**
 * A real device that pretends to have little memory: a buffer that would take the total over `roomBytes` is an
 * out-of-memory error in the innermost scope for it, as WebGPU defines it, and a useless buffer. Real exhaustion cannot
 * be had on a software adapter, which takes the computer's own memory.
 */
export function crampedDevice(device: GPUDevice, roomBytes: number): GPUDevice {
  const scopes: { readonly filter: GPUErrorFilter; error: GPUError | null }[] = [];
  let usedBytes = 0;

  const createBuffer = (descriptor: GPUBufferDescriptor): GPUBuffer => {
    if (usedBytes + descriptor.size > roomBytes) {
      const scope = scopes.findLast(({ filter }) => filter === 'out-of-memory');
      if (scope) scope.error ??= new GPUOutOfMemoryError(`No room for ${descriptor.size} bytes`);
      return device.createBuffer({ ...descriptor, size: 4 });
    }
    const buffer = device.createBuffer(descriptor);
    usedBytes += descriptor.size;
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      usedBytes -= descriptor.size;
      destroy();
    };
    return buffer;
  };

  const pushErrorScope = (filter: GPUErrorFilter): void => {
    scopes.push({ filter, error: null });
    device.pushErrorScope(filter);
  };

  const popErrorScope = async (): Promise<GPUError | null> => {
    const scope = scopes.pop();
    const real = await device.popErrorScope();
    return scope?.error ?? real;
  };

  const replaced = { createBuffer, pushErrorScope, popErrorScope };
  return new Proxy(device, {
    get: (target, name) => {
      if (name in replaced) return replaced[name as keyof typeof replaced];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
