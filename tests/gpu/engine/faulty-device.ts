/**
 * A real device that refuses one submit, or several in a row: nothing of them runs, and the innermost scope catches an
 * error of its own, as with a command buffer that is invalid.
 */
export interface FaultySubmits {
  readonly device: GPUDevice;
  /** Submits so far. */
  readonly count: () => number;
}

export function refusingSubmits(device: GPUDevice, from: number, count: number): FaultySubmits {
  let submits = 0;
  const submit = (buffers: GPUCommandBuffer[]): undefined => {
    submits += 1;
    if (submits < from || submits >= from + count) return device.queue.submit(buffers);
    // No usage at all is a validation error.
    device.createBuffer({ size: 4, usage: 0 });
  };
  const bound = <T extends object>(target: T, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === 'function' ? value.bind(target) : value;
  };
  const queue = new Proxy(device.queue, {
    get: (target, name) => (name === 'submit' ? submit : bound(target, name)),
  });
  const faulty = new Proxy(device, { get: (target, name) => (name === 'queue' ? queue : bound(target, name)) });
  return { device: faulty, count: () => submits };
}
