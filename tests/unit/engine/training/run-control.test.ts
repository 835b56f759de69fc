import { describe, expect, test } from 'vitest';
import { RunControl, RunStopped } from '../../../../src/engine/training/run-control.ts';

/** A loop of updates with `slices` slices each, as the trainer passes its gates, and a diary of what happened. */
class Loop {
  readonly diary: string[] = [];
  readonly ended: Promise<void>;

  constructor(control: RunControl, updates: number, slices: number) {
    this.ended = this.#run(control, updates, slices);
    this.ended.catch(() => {});
  }

  /** What was written since the last call, once the loop is at rest. */
  async news(): Promise<string[]> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    return this.diary.splice(0);
  }

  async #run(control: RunControl, updates: number, slices: number): Promise<void> {
    const pass = () =>
      control.pass(async () => {
        this.diary.push('paused');
        return () => this.diary.push('resumed');
      });
    for (let update = 1; update <= updates; update += 1) {
      for (let slice = 1; slice <= slices; slice += 1) {
        await pass();
        this.diary.push(`slice ${update}.${slice}`);
      }
      await pass();
      this.diary.push(`update ${update}`);
      control.updateDone();
    }
  }
}

describe('run control', () => {
  test('a run that nobody pauses runs to its end', async () => {
    const loop = new Loop(new RunControl(false), 2, 2);
    await loop.ended;
    expect(loop.diary).toEqual(['slice 1.1', 'slice 1.2', 'update 1', 'slice 2.1', 'slice 2.2', 'update 2']);
  });

  test('a run paused at its start does nothing before it is resumed', async () => {
    const control = new RunControl(true);
    const loop = new Loop(control, 1, 1);
    expect(await loop.news()).toEqual(['paused']);
    control.resume();
    expect(await loop.news()).toEqual(['resumed', 'slice 1.1', 'update 1']);
  });

  test('a step of one slice runs one slice, and the step after the last slice makes the update', async () => {
    const control = new RunControl(true);
    const loop = new Loop(control, 2, 2);
    expect(await loop.news()).toEqual(['paused']);
    const steps: string[][] = [];
    for (let step = 0; step < 4; step += 1) {
      control.step('slice');
      steps.push(await loop.news());
    }
    expect(steps).toEqual([
      ['resumed', 'slice 1.1', 'paused'],
      ['resumed', 'slice 1.2', 'paused'],
      ['resumed', 'update 1', 'paused'],
      ['resumed', 'slice 2.1', 'paused'],
    ]);
  });

  test('a step of one update runs what is left of the update, however much that is', async () => {
    const control = new RunControl(true);
    const loop = new Loop(control, 3, 2);
    await loop.news();
    control.step('update');
    expect(await loop.news()).toEqual(['resumed', 'slice 1.1', 'slice 1.2', 'update 1', 'paused']);
    control.step('slice');
    await loop.news();
    control.step('update');
    expect(await loop.news()).toEqual(['resumed', 'slice 2.2', 'update 2', 'paused']);
  });

  test('a pause while running holds the loop at its next gate', async () => {
    const control = new RunControl(false);
    const loop = new Loop(control, 1, 3);
    control.pause();
    expect(await loop.news()).toEqual(['slice 1.1', 'paused']);
  });

  test('a resume that comes while the loop is coming to rest is not lost', async () => {
    const control = new RunControl(true);
    const passed = control.pass(async () => {
      control.resume();
      return () => {};
    });
    await expect(passed).resolves.toBeUndefined();
  });

  test('a pause right after a resume holds before anything more runs', async () => {
    const control = new RunControl(true);
    const loop = new Loop(control, 1, 1);
    await loop.news();
    control.resume();
    control.pause();
    expect((await loop.news()).filter((entry) => entry.startsWith('slice'))).toEqual([]);
  });

  test('stop ends a paused run, and a running one at its next gate', async () => {
    const control = new RunControl(true);
    const loop = new Loop(control, 1, 1);
    await loop.news();
    control.stop();
    await expect(loop.ended).rejects.toThrow(RunStopped);
    expect(loop.diary).not.toContain('slice 1.1');
    expect(() => control.check()).toThrow(RunStopped);

    const running = new RunControl(false);
    const other = new Loop(running, 1, 3);
    running.stop();
    await expect(other.ended).rejects.toThrow(RunStopped);
    expect(other.diary).toEqual(['slice 1.1']);
  });

  test('a gate that is not ready stays closed, and asks again at each command', async () => {
    const control = new RunControl(false);
    const asked: (number | undefined)[] = [];
    const diary: string[] = [];
    const passed = control.pass(
      async () => {
        diary.push('paused');
        return () => diary.push('resumed');
      },
      async () => {
        asked.push(control.budgetMiB);
        return control.budgetMiB === 8;
      },
    );
    await settled();
    control.setBudget(4);
    await settled();
    expect(diary).toEqual(['paused']);
    control.setBudget(8);
    await passed;
    expect(asked).toEqual([undefined, 4, 8]);
    expect(diary).toEqual(['paused', 'resumed']);
  });

  test('a budget that comes while the gate is being made ready is not missed', async () => {
    const control = new RunControl(false);
    const passed = control.pass(
      async () => () => {},
      async () => {
        const isEnough = control.budgetMiB === 8;
        control.setBudget(8);
        return isEnough;
      },
    );
    await expect(passed).resolves.toBeUndefined();
  });

  test('a paused run meets a new budget and stays paused', async () => {
    const control = new RunControl(true);
    let asked = 0;
    let isPast = false;
    void control
      .pass(
        async () => () => {},
        () => {
          asked += 1;
          return true;
        },
      )
      .then(() => {
        isPast = true;
      });
    control.setBudget(4);
    await settled();
    expect({ asked, isPast }).toEqual({ asked: 2, isPast: false });
  });

  test.each<[string, (control: RunControl) => void]>([
    ['pause', (control) => control.pause()],
    ['stop', (control) => control.stop()],
    ['new budget', (control) => control.setBudget(5)],
  ])('a rest ends with a %s that comes in it', async (_, command) => {
    const control = new RunControl(false);
    const rested = control.rest(1e9);
    command(control);
    await expect(rested).resolves.toBeUndefined();
  });

  test('a run that is to pause or has been stopped takes no rest; one that trains takes it to its end', async () => {
    const stopped = new RunControl(false);
    stopped.stop();
    for (const control of [new RunControl(true), stopped]) await control.rest(1e9);
    const running = new RunControl(false);
    await running.rest(1);
    expect(() => running.check()).not.toThrow();
  });
});

/** Whatever can go on has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
