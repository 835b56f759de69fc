import { FailureError } from '../../core/failures.ts';

/** Devices lost in a row after which a run ends. */
const LOSSES_IN_A_ROW = 3;
/** A device that held for so many updates was not lost in a row with the one before. */
const HELD_UPDATES = 10;
/** A browser may need a while to start its GPU process again. */
const WAITS_MS = [0, 500, 1500, 4000] as const;

export interface LossPorts<Equipment> {
  /** Opens a device, another one where the last is lost. */
  readonly prepare: () => Promise<Equipment>;
  /** True where an error comes from the loss of the device. */
  readonly isLoss: (error: unknown) => boolean;
  /** Updates that a loss does not undo. */
  readonly progress: () => number;
  /** The device is lost, and another is about to be tried. */
  readonly onLoss: () => void;
  /** Throws where the run was stopped. */
  readonly check: () => void;
  readonly wait?: (ms: number) => Promise<void>;
}

/**
 * Makes a run on the device that it is given, and makes it again on another whenever its device is lost: `attempt` is told
 * how many were lost in a row and goes on from the last state by itself. Rejects as `attempt` does, with a loss only where
 * it is one more than three in a row.
 */
export async function surviveLosses<Equipment>(
  attempt: (prepare: () => Promise<Equipment>, losses: number) => Promise<void>,
  ports: LossPorts<Equipment>,
): Promise<void> {
  const { prepare, progress, isLoss, onLoss, check } = ports;
  let losses = 0;
  let before = progress();
  for (;;) {
    try {
      return await attempt(losses === 0 ? prepare : () => reopen(ports), losses);
    } catch (error) {
      if (!isLoss(error)) throw error;
      losses = progress() >= before + HELD_UPDATES ? 1 : losses + 1;
      before = progress();
      if (losses > LOSSES_IN_A_ROW) throw error;
      check();
      onLoss();
    }
  }
}

/** Opens a device after a loss: there may be none for a few seconds. Throws the last FailureError. */
async function reopen<Equipment>({ prepare, wait = sleep, check }: LossPorts<Equipment>): Promise<Equipment> {
  let refusal: unknown;
  for (const ms of WAITS_MS) {
    await wait(ms);
    check();
    try {
      return await prepare();
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code !== 'no-adapter') throw error;
      refusal = error;
    }
  }
  throw refusal;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
