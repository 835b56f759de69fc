import { describe, expect, test } from 'vitest';
import { FailureError, failureOf } from '../../../../src/core/failures.ts';
import { surviveLosses } from '../../../../src/engine/training/survive-losses.ts';

const LOSS = new Error('lost');

/** Attempts that end as told, on devices numbered from 1; `progress` is read from the attempt that ended. */
async function survive(
  attempts: readonly { readonly error?: Error; readonly progress?: number }[],
  { openings = [], check = () => {} }: { openings?: readonly (Error | undefined)[]; check?: () => void } = {},
) {
  const waits: number[] = [];
  const devices: number[] = [];
  let opened = 0;
  let progress = 0;
  const result = surviveLosses(
    async (prepare) => {
      devices.push(await prepare());
      const attempt = attempts[devices.length - 1] ?? {};
      progress = attempt.progress ?? progress;
      if (attempt.error) throw attempt.error;
    },
    {
      prepare: async () => {
        const refusal = openings[opened];
        opened += 1;
        if (refusal) throw refusal;
        return opened;
      },
      isLoss: (error) => error === LOSS,
      progress: () => progress,
      onLoss: () => {},
      check,
      wait: async (ms) => void waits.push(ms),
    },
  );
  const error = await result.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, devices, waits };
}

const lost = (progress?: number) => ({ error: LOSS, ...(progress !== undefined && { progress }) });

describe('surviving the loss of devices', () => {
  test('a run is made again on another device, three times in a row and no more', async () => {
    expect(await survive([lost(), lost(), lost(), {}])).toMatchObject({ error: undefined, devices: [1, 2, 3, 4] });
    expect(await survive([lost(), lost(), lost(), lost(), {}])).toMatchObject({ error: LOSS, devices: [1, 2, 3, 4] });
  });

  test('ten updates that are kept in between make a loss the first again', async () => {
    const attempts = [lost(), lost(), lost(10), lost(), lost(), {}];
    expect(await survive(attempts)).toMatchObject({ error: undefined, devices: [1, 2, 3, 4, 5, 6] });
    // Nine updates are too few to say that a device held.
    const soon = [lost(), lost(), lost(9), lost(), {}];
    expect(await survive(soon)).toMatchObject({ error: LOSS, devices: [1, 2, 3, 4] });
  });

  test('any other error ends it at once', async () => {
    const error = new Error('a defect');
    expect(await survive([{ error }])).toMatchObject({ error, devices: [1] });
  });

  test('after a loss a device that is not there yet is waited for, within bounds', async () => {
    const refusal = new FailureError(failureOf('no-adapter', {}));
    const late = await survive([lost(), {}], { openings: [undefined, refusal, refusal] });
    expect(late).toMatchObject({ error: undefined, waits: [0, 500, 1500] });
    const never = await survive([lost(), {}], { openings: [undefined, refusal, refusal, refusal, refusal] });
    expect(never).toMatchObject({ error: refusal, devices: [1] });
  });

  test('a stop ends it before another device is opened', async () => {
    const stopped = new Error('stopped');
    const check = () => {
      throw stopped;
    };
    expect(await survive([lost(), {}], { check })).toMatchObject({ error: stopped, devices: [1] });
  });
});
