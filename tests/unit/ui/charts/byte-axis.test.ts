import { describe, expect, it } from 'vitest';
import { BYTE_TICK, byteAxis } from '../../../../src/ui/charts/byte-axis.ts';

const MIB = 1024 ** 2;

describe('byte axis', () => {
  it('ends at a round number of MiB and names its ticks without the unit', () => {
    const { ticks, unit, domain } = byteAxis(5.8 * MIB);
    expect(unit).toBe('MiB');
    expect(domain).toEqual([0, 6 * MIB]);
    expect(ticks.map(BYTE_TICK[unit])).toEqual(['0', '2', '4', '6']);
  });

  it('turns to KiB or GiB where MiB would read badly', () => {
    expect(byteAxis(300 * 1024).unit).toBe('KiB');
    expect(byteAxis(20 * 1024 * MIB).unit).toBe('GiB');
    expect(byteAxis(0).unit).toBe('KiB');
  });

  it('keeps halves', () => {
    expect(BYTE_TICK.MiB(1.5 * MIB)).toBe('1.5');
  });
});
