import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandSchedule } from '../../../../src/core/program/command-schedule.ts';
import { liveBytes } from '../../../../src/core/program/live-bytes.ts';
import { interpretProgram } from './interpret-program.ts';
import { randomProgram } from './random-program.ts';

const tries = fc.array(fc.tuple(fc.nat(1000), fc.constantFrom(1 as const, -1 as const)), { maxLength: 60 });

describe('CommandSchedule', () => {
  it('knows after every move what counting the moved program from scratch gives', () => {
    fc.assert(
      fc.property(randomProgram(), tries, (program, list) => {
        fc.pre(program.commands.length > 0);
        const schedule = new CommandSchedule(program);
        for (const [choice, direction] of list) {
          schedule.improve(choice % program.commands.length, direction);
          const { total } = liveBytes(schedule.toProgram());
          expect(schedule.peakBytes).toBe(Math.max(0, ...total));
          expect(schedule.totalLiveBytes).toBe(total.reduce((sum, bytes) => sum + bytes, 0));
        }
        expect(interpretProgram(schedule.toProgram())).toEqual(interpretProgram(program));
      }),
    );
  });

  it('makes each move one that lowers the sum of live bytes and never raises the peak', () => {
    fc.assert(
      fc.property(randomProgram(), tries, (program, list) => {
        fc.pre(program.commands.length > 0);
        const schedule = new CommandSchedule(program);
        for (const [choice, direction] of list) {
          const { peakBytes, totalLiveBytes } = schedule;
          const moved = schedule.improve(choice % program.commands.length, direction);
          expect(schedule.totalLiveBytes < totalLiveBytes).toBe(moved);
          expect(schedule.peakBytes).toBeLessThanOrEqual(peakBytes);
        }
      }),
    );
  });
});
