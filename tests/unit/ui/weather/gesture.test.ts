import { describe, expect, it } from 'vitest';
import { settledBudgetAt } from '../../../../src/ui/weather/budget-in-force.ts';
import { beginGesture, drawn, type GestureSettings, moveGesture } from '../../../../src/ui/weather/gesture.ts';
import type { WeatherEntry } from '../../../../src/ui/weather/weather-entries.ts';
import type { WeatherTool } from '../../../../src/ui/weather/weather-tools.ts';

const SETTINGS: GestureSettings = { ownMiB: 8, updates: 60, handRatio: 1.02, stride: 1, reach: 2, failAllocations: 3 };

/** Draws from place to place with a tool. */
function draw(
  tool: WeatherTool,
  places: readonly (readonly [number, number])[],
  entries: readonly WeatherEntry[] = [],
) {
  const [[update, budgetMiB] = [0, 0], ...others] = places;
  const begun = beginGesture(tool, { update, budgetMiB });
  const gesture = others.reduce(
    (last, [toUpdate, toMiB]) => moveGesture(last, { update: toUpdate, budgetMiB: toMiB }, SETTINGS),
    begun,
  );
  return drawn(gesture, entries, SETTINGS);
}

describe('a gesture', () => {
  it('paints every update it passes, also those between two messages, and the last passage counts', () => {
    const there = draw('budget', [
      [10, 4],
      [20, 4],
    ]);
    expect(there).toEqual([
      { kind: 'budget', update: 10, budgetMiB: 4 },
      { kind: 'budget', update: 21, budgetMiB: 8 },
    ]);
    const andBack = draw('budget', [
      [10, 4],
      [20, 4],
      [15, 6],
    ]);
    const at = (update: number) => settledBudgetAt(andBack, update);
    expect([9, 10, 14, 15, 20, 21].map(at)).toEqual([undefined, 4, 4, 6, 4, 8]);
    // Half-way back from 4 to 6 on a scale of ratios: √24 = 4.9, rounded.
    expect(at(18)).toBeGreaterThan(4.2);
    expect(at(18)).toBeLessThan(at(16) ?? 0);
  });

  it('paints the updates of a very long run in groups, and the whole of the last one', () => {
    const settings = { ...SETTINGS, updates: 10_000, stride: 5 };
    const begun = beginGesture('budget', { update: 101, budgetMiB: 4 });
    const moved = moveGesture(begun, { update: 9996, budgetMiB: 4 }, settings);
    expect(moved.painted.size).toBe(1980);
    expect(drawn(moved, [], settings)).toEqual([{ kind: 'budget', update: 101, budgetMiB: 4 }]);
    const back = moveGesture(begun, { update: 201, budgetMiB: 4 }, settings);
    expect(drawn(back, [], settings)).toEqual([
      { kind: 'budget', update: 101, budgetMiB: 4 },
      { kind: 'budget', update: 206, budgetMiB: 8 },
    ]);
  });

  it('drawn aslant is a staircase of few steps, close to the line', () => {
    const stairs = steps(
      draw('budget', [
        [1, 4],
        [60, 16],
      ]),
    );
    // Steps of one and a half times the tolerance would be ln 4 / (1.5 ln 1.02) = 47: more than a stroke may add.
    expect(stairs.length).toBeLessThanOrEqual(40);
    expect(stairs.length).toBeGreaterThan(15);
    for (const { update, budgetMiB } of stairs) {
      const line = 4 * 4 ** ((update - 1) / 59);
      expect(Math.abs(Math.log(budgetMiB / line))).toBeLessThan(4 * Math.log(SETTINGS.handRatio));
    }
  });

  it('makes a ramp between its ends, whichever comes first, and none of a press', () => {
    const ramp = { kind: 'ramp', from: 10, to: 30, fromMiB: 8, toMiB: 4 };
    expect(
      draw('ramp', [
        [10, 8],
        [30, 4],
      ]),
    ).toEqual([ramp]);
    expect(
      draw('ramp', [
        [30, 4],
        [10, 8],
      ]),
    ).toEqual([ramp]);
    expect(draw('ramp', [[10, 8]])).toEqual([]);
  });

  it('replaces what a ramp is drawn over, and keeps losses', () => {
    const before: WeatherEntry[] = [
      { kind: 'budget', update: 12, budgetMiB: 5 },
      { kind: 'lost', update: 14 },
      { kind: 'spike', from: 28, to: 34, budgetMiB: 2 },
    ];
    expect(
      draw(
        'ramp',
        [
          [10, 8],
          [30, 4],
        ],
        before,
      ),
    ).toEqual([
      { kind: 'ramp', from: 10, to: 30, fromMiB: 8, toMiB: 4 },
      { kind: 'lost', update: 14 },
      { kind: 'spike', from: 31, to: 34, budgetMiB: 2 },
    ]);
  });

  it('makes a spike at the height it ends at, in place of what it covers of another', () => {
    expect(
      draw(
        'spike',
        [
          [20, 7],
          [25, 3],
        ],
        [{ kind: 'spike', from: 10, to: 22, budgetMiB: 2 }],
      ),
    ).toEqual([
      { kind: 'spike', from: 10, to: 19, budgetMiB: 2 },
      { kind: 'spike', from: 20, to: 25, budgetMiB: 3 },
    ]);
  });

  it('loses the device once at an update, and lets the last number of failures count', () => {
    const lost = draw('lost', [[9, 1]]);
    expect(lost).toEqual([{ kind: 'lost', update: 9 }]);
    expect(draw('lost', [[9, 1]], lost)).toEqual(lost);
    const failing: WeatherEntry[] = [{ kind: 'fail', update: 9, failAllocations: 7 }];
    expect(draw('fail', [[9, 1]], failing)).toEqual([{ kind: 'fail', update: 9, failAllocations: 3 }]);
  });

  it('erases whatever has to do with the updates it passes, a little to either side', () => {
    const before: WeatherEntry[] = [
      { kind: 'ramp', from: 1, to: 11, fromMiB: 8, toMiB: 4 },
      { kind: 'budget', update: 12, budgetMiB: 5 },
      { kind: 'lost', update: 18 },
      { kind: 'spike', from: 23, to: 40, budgetMiB: 2 },
    ];
    expect(
      draw(
        'erase',
        [
          [14, 1],
          [20, 9],
        ],
        before,
      ),
    ).toEqual([before[0], before[3]]);
  });
});

function steps(entries: readonly WeatherEntry[]) {
  return entries.filter((entry) => entry.kind === 'budget');
}
