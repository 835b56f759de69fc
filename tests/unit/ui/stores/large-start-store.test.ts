import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DeviceReport } from '../../../../src/protocol/events.ts';
import { deviceStore } from '../../../../src/ui/stores/device-store.ts';
import { answerLargeStart, beginOrAsk, isLarge, largeStartStore } from '../../../../src/ui/stores/large-start-store.ts';
import { planStore } from '../../../../src/ui/stores/plan-store.ts';
import { LIMITS, planReport } from '../plan-report-fixture.ts';

const GIB = 2 ** 30;

const adapter = (isSoftware: boolean): DeviceReport => ({
  status: 'available',
  vendor: 'v',
  architecture: 'a',
  device: '',
  description: '',
  isSoftware,
  limits: LIMITS,
  features: [],
});

function plan(peakBytes: number): void {
  planStore.setState({ report: { ...planReport(), peakBytes }, pending: false });
}

afterEach(() => {
  deviceStore.setState({}, true);
  largeStartStore.setState({}, true);
});

describe('a start that is large for the device', () => {
  it('is over what was measured, or over what an adapter of its kind can be expected to give', () => {
    expect(isLarge(3 * GIB, adapter(true), undefined)).toBe(true);
    expect(isLarge(3 * GIB, adapter(false), undefined)).toBe(false);
    expect(isLarge(9 * GIB, adapter(false), undefined)).toBe(true);
    expect(isLarge(9 * GIB, adapter(false), 12 * GIB)).toBe(false);
    expect(isLarge(1 * GIB, adapter(true), GIB / 2)).toBe(true);
  });

  it('waits for a yes, and begins then; a no leaves everything as it is', () => {
    deviceStore.setState({ report: adapter(true) });
    plan(23 * GIB);
    const begin = vi.fn();
    beginOrAsk(begin);
    expect(begin).not.toHaveBeenCalled();
    expect(largeStartStore.getState().waiting).toMatchObject({ peakBytes: 23 * GIB, isSoftware: true });
    answerLargeStart(false);
    expect([begin.mock.calls.length, largeStartStore.getState().waiting]).toEqual([0, undefined]);
    beginOrAsk(begin);
    answerLargeStart(true);
    expect(begin).toHaveBeenCalledOnce();
  });

  it('begins at once where it is small, and where nothing is known of it yet', () => {
    const begin = vi.fn();
    beginOrAsk(begin);
    deviceStore.setState({ report: adapter(true) });
    plan(5_000_000);
    beginOrAsk(begin);
    expect(begin).toHaveBeenCalledTimes(2);
  });
});
