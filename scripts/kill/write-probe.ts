/** Where a checkpoint's write is watched, and stopped: code that runs in the training worker. */

/** What the worker's `writeProbe` holds. */
export interface WriteProbe {
  /** Counts from the next write on. */
  isArmed: boolean;
  /** The step at which it tells, from 1; 0 for none. */
  stopAt: number;
  /** The worker does nothing more once it has told, so that the write is certain to stand at that step. */
  isHeld: boolean;
  /** Steps of the write so far: every request to the storage, every answer, and every transaction that came to its end. */
  steps: string[];
  /** The transaction that makes the checkpoint visible is complete. */
  isWritten: boolean;
}

/** Name of the channel on which the worker tells its page the step: what it wrote to its console would wait for its next task. */
export const PROBE_CHANNEL = 'write-probe';

/** The probe as the beginning of a worker's script: it takes nothing from outside. */
export function probeScript(): string {
  return `(${installWriteProbe})(${JSON.stringify(PROBE_CHANNEL)});\n`;
}

function installWriteProbe(channelName: string): void {
  const channel = new BroadcastChannel(channelName);
  const probe: WriteProbe = { isArmed: false, stopAt: 0, isHeld: false, steps: [], isWritten: false };
  Reflect.set(globalThis, 'writeProbe', probe);
  const followed = new WeakSet<IDBTransaction>();
  const note = (step: string) => {
    probe.steps.push(step);
    if (probe.steps.length !== probe.stopAt) return;
    channel.postMessage(`${probe.steps.length}: ${step}`);
    while (probe.isHeld);
  };
  const isOfWrite = ({ transaction }: IDBObjectStore, method: string) =>
    probe.isArmed &&
    transaction.mode === 'readwrite' &&
    transaction.db.name === 'microbatch-checkpoints' &&
    (probe.steps.length > 0 || method === 'add');
  for (const method of ['add', 'put', 'delete', 'get', 'count', 'getAllKeys'] as const) {
    const original: (...values: never[]) => IDBRequest = IDBObjectStore.prototype[method];
    const watched = function (this: IDBObjectStore, ...values: unknown[]): IDBRequest {
      const request: IDBRequest = Reflect.apply(original, this, values);
      if (!isOfWrite(this, method)) return request;
      const name = `${method} in ${this.name}`;
      const { transaction } = this;
      if (!followed.has(transaction)) {
        followed.add(transaction);
        // What waits for it goes on before it is noted: it was asked to be told earlier.
        transaction.addEventListener('complete', () => {
          note('transaction complete');
          probe.isArmed = !probe.isWritten;
        });
      }
      request.addEventListener('success', () => note(`${name} answered`));
      const [value] = values;
      if (typeof value === 'object' && value !== null && Reflect.get(value, 'state') === 'whole')
        probe.isWritten = true;
      note(`${name} asked`);
      return request;
    };
    Reflect.set(IDBObjectStore.prototype, method, watched);
  }
}
