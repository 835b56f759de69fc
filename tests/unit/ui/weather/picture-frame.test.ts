import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curvePaths } from '../../../../src/ui/weather/curve-path.ts';
import { pictureFrame, strideOf, updateAtX, updateTicks, xOf } from '../../../../src/ui/weather/picture-frame.ts';

const frameOf = (updates: number) => pictureFrame({ widthPx: 1074, heightPx: 292, updates, budgetsMiB: [4, 8] });

describe('the frame of the picture', () => {
  it('finds an update in the middle of its column', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(), (updates, pick) => {
        const update = 1 + (pick % updates);
        const frame = frameOf(updates);
        expect(updateAtX(frame, xOf(frame, update + 0.5))).toBe(update);
      }),
    );
  });

  it('names an update of every run, however far outside the pointer is, and in long runs the first of a group', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: -500, max: 5000 }), (updates, x) => {
        const update = updateAtX(frameOf(updates), x);
        expect(update).toBeGreaterThanOrEqual(1);
        expect(update).toBeLessThanOrEqual(updates);
        expect((update - 1) % strideOf(updates)).toBe(0);
      }),
    );
  });

  it('names the first update and the last', () => {
    for (const updates of [1, 3, 60, 300, 12_345]) {
      expect(updateTicks(updates)[0]).toBe(1);
      expect(updateTicks(updates).at(-1)).toBe(updates);
    }
  });
});

describe('the curve as paths', () => {
  it('is level between changes and upright at them, each part with those who decide it', () => {
    // 100 px for 10 updates; a scale from 2.667 to 12 MiB, 240 px high.
    const frame = { ...frameOf(10), widthPx: 100 };
    const { weather, own, area } = curvePaths(
      [
        { at: 1, budgetMiB: 8, isWeather: false },
        { at: 4, budgetMiB: 4, isWeather: true },
      ],
      frame,
    );
    expect(own).toMatch(/^M0 ([\d.]+)H30$/);
    const [, y] = /^M0 ([\d.]+)H30$/.exec(own) ?? [];
    expect(weather).toMatch(new RegExp(`^M30 ${y}V[\\d.]+H100$`));
    expect(area).toMatch(/^M0 240L0 [\d.]+H30L30 [\d.]+H100V240Z$/);
  });
});
