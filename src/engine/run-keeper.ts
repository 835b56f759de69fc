import type { Checkpoint, CheckpointLayout } from '../core/checkpoint/checkpoint.ts';
import { checkpointFailure } from '../core/checkpoint/checkpoint-problem.ts';
import { readManifest } from '../core/checkpoint/decode-checkpoint.ts';
import { encodeCheckpoint } from '../core/checkpoint/encode-checkpoint.ts';
import { encodeParameters } from '../core/checkpoint/encode-parameters.ts';
import { configFromSearch } from '../core/config/config-url.ts';
import type { TrainingConfig } from '../core/config/training-config.ts';
import { type Failure, FailureError, failureOf } from '../core/failures.ts';
import type { Event } from '../protocol/events.ts';
import type { ExportedRun, ExportKind, KeepCommand, KeptRun, OpenedRunFile, RunSource } from '../protocol/kept-run.ts';
import type { CheckpointStorage, StoredCheckpoint } from './checkpoints/checkpoint-storage.ts';
import { learntParameters, stateBeforeTraining } from './checkpoints/imported-parameters.ts';
import { type CheckpointBytes, readCheckpoint, runName } from './checkpoints/read-checkpoint.ts';
import { failureOfError } from './failure-of-error.ts';
import type { Checkpointer, RunKeeping } from './training/checkpointer.ts';
import { checkpointLayout } from './training/run-state.ts';
import { workloadOf } from './workload.ts';

export interface RunKeeperEnvironment {
  readonly storage: CheckpointStorage;
  readonly post: (event: Event) => void;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

/** The checkpointer of the last run, and where its run is known by. */
export interface HeldRun {
  readonly runId: number;
  readonly checkpointer: Checkpointer;
}

/** The worker's side of runs that outlive it: what is kept, what a file holds, and files for a person to keep. */
export class RunKeeper {
  readonly #environment: RunKeeperEnvironment;
  #held: HeldRun | undefined;

  constructor(environment: RunKeeperEnvironment) {
    this.#environment = environment;
  }

  /** The run whose state can be exported from now on, after its end as well. */
  hold(held: HeldRun): void {
    this.#held = held;
  }

  handle(command: KeepCommand): void {
    switch (command.type) {
      case 'list-kept-runs':
        void this.#tell();
        break;
      case 'discard-kept-run':
        void this.#discard(command.id);
        break;
      case 'keep-run':
        if (this.#held?.runId === command.runId) this.#held.checkpointer.request();
        break;
      case 'open-run-file':
        void this.#open(command);
        break;
      case 'export-run':
        void this.#export(command.exportId, command.kind);
        break;
      default:
        command satisfies never;
    }
  }

  /** How a run is kept, and what it goes on from where it is no new one. */
  keepingOf(config: TrainingConfig, from: RunSource | undefined): RunKeeping {
    const { storage, wallClock } = this.#environment;
    const layout = checkpointLayout(workloadOf(config).model, config.optimizer);
    return {
      layout,
      wallClock,
      save: (checkpoint) => this.#save(checkpoint, layout),
      ...(from && {
        source: async (expected, warn) => {
          if (from.type === 'parameters') {
            const learnt = learntParameters(await bytesOfFile(from.file), expected);
            warn(`The run begins with the parameters in ${from.file.name}; its optimizer begins anew.`);
            return stateBeforeTraining(learnt, config, expected, Math.floor(wallClock()));
          }
          const candidates =
            from.type === 'file' ? [() => bytesOfFile(from.file)] : await candidatesFrom(storage, from.id);
          return readCheckpoint(candidates, config, expected, warn);
        },
      }),
    };
  }

  async #save(checkpoint: Checkpoint, layout: CheckpointLayout): Promise<number> {
    const { config, updates, createdAtMs } = checkpoint;
    const bytes = encodeCheckpoint(checkpoint, layout);
    const summary = { run: runName(config), workload: config.workload, updates, createdAtMs };
    await this.#environment.storage.save(bytes, summary);
    void this.#tell();
    return bytes.length;
  }

  async #tell(failure?: Failure): Promise<void> {
    const { storage, post } = this.#environment;
    try {
      const runs = newestOfEach(await storage.list());
      post({ type: 'kept-runs', report: { runs, ...(failure && { failure }) } });
    } catch (error) {
      post({ type: 'kept-runs', report: { runs: [], failure: failureOfError(error) } });
    }
  }

  async #discard(id: number): Promise<void> {
    const { storage } = this.#environment;
    try {
      const stored = await storage.list();
      const run = stored.find((checkpoint) => checkpoint.id === id)?.run;
      for (const checkpoint of stored) if (checkpoint.run === run) await storage.remove(checkpoint.id);
      await this.#tell();
    } catch (error) {
      await this.#tell(failureOfError(error));
    }
  }

  async #open({ openId, file, config }: Extract<KeepCommand, { readonly type: 'open-run-file' }>): Promise<void> {
    let opened: OpenedRunFile;
    try {
      const bytes = await bytesOfFile(file);
      const read = readManifest(bytes);
      if (read.type === 'manifest') {
        opened = { type: 'run', config: read.manifest.config, updates: read.manifest.updates };
      } else if (read.problem.type === 'foreign') {
        // No run: parameters, or a file that is foreign to both.
        learntParameters(bytes, checkpointLayout(workloadOf(config).model, config.optimizer));
        opened = { type: 'parameters', config };
      } else opened = { type: 'failed', failure: checkpointFailure(read.problem) };
    } catch (error) {
      opened = { type: 'failed', failure: failureOfError(error) };
    }
    this.#environment.post({ type: 'run-file', openId, opened });
  }

  async #export(exportId: number, kind: ExportKind): Promise<void> {
    const checkpointer = this.#held?.checkpointer;
    const checkpoint = await checkpointer?.current();
    let exported: ExportedRun = { type: 'nothing' };
    if (checkpointer && checkpoint) {
      const { config, updates } = checkpoint;
      const encode = kind === 'run' ? encodeCheckpoint : encodeParameters;
      const name = `${config.workload}-update-${updates}${kind === 'run' ? '.run' : ''}.safetensors`;
      exported = { type: 'file', name, bytes: encode(checkpoint, checkpointer.layout) };
    }
    this.#environment.post({ type: 'export', exportId, exported });
  }
}

/** Of each run that this version can set up, the newest checkpoint. */
function newestOfEach(stored: readonly StoredCheckpoint[]): readonly KeptRun[] {
  const runs = new Map<string, KeptRun>();
  for (const { id, run, updates, createdAtMs, byteLength } of stored) {
    const { config, problems } = configFromSearch(run);
    if (problems.length === 0 && !runs.has(run)) runs.set(run, { id, config, updates, createdAtMs, byteLength });
  }
  return [...runs.values()];
}

/** A checkpoint, then those of the same run that are older. */
async function candidatesFrom(storage: CheckpointStorage, id: number): Promise<readonly CheckpointBytes[]> {
  const stored = await storage.list();
  const run = stored.find((checkpoint) => checkpoint.id === id)?.run;
  const ids = stored.flatMap((checkpoint) => (checkpoint.run === run && checkpoint.id < id ? [checkpoint.id] : []));
  return [id, ...ids].map((each) => () => storage.load(each));
}

async function bytesOfFile(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new FailureError(failureOf('file-unreadable', { file: file.name }, String(error)));
  }
}
