import { beforeAll, describe, expect, test } from 'vitest';
import { FAULT_KINDS, type Fault, type FaultKind, type FaultWay, faultText } from '../../../scripts/sweep/faults.ts';
import { openSweepHost, type SweepHost } from '../../../scripts/sweep/worker/sweep-host.ts';
import { prepareSubject, type SweepSubject, sweepFault } from '../../../scripts/sweep/worker/sweep-subject.ts';

/** `npm run -s sweep` makes every request fail; these are a few of them, at a size for every run of the tests. */
let host: SweepHost;
beforeAll(async () => {
  host = await openSweepHost();
});

/** The first, the middle or the last request of a kind. */
function faultAt({ calm }: SweepSubject, kind: FaultKind, way: FaultWay, place: number): Fault {
  const count = calm.counts[kind];
  return { kind, way, nth: [1, Math.ceil(count / 2), count][place % 3] ?? 1 };
}

/** What became of each fault, by its name. */
async function outcomes(subject: SweepSubject, faults: readonly Fault[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const fault of faults) {
    let swept = await sweepFault(host, subject, fault);
    // Submits are fewer where the device is quicker: then the last is an earlier one.
    for (let nth = fault.nth - 1; !swept.isInjected && nth > 0; nth -= 1) {
      swept = await sweepFault(host, subject, { ...fault, nth });
    }
    const { verdict } = swept;
    found[faultText(fault)] = verdict.type === 'lost' ? verdict.reason : verdict.type;
  }
  return found;
}

describe('after any one fault the run finishes with what it would have learnt without it', () => {
  test('of a residual network, whose micro-batch a person has fixed, no bit is another one', async () => {
    const subject = await prepareSubject(host, 'cifar-resnet50', 'fixed');
    const faults = [
      faultAt(subject, 'allocation', 'out-of-memory', 1),
      faultAt(subject, 'pipeline', 'validation', 2),
      faultAt(subject, 'submit', 'no-budget', 1),
      faultAt(subject, 'read-back', 'device-loss', 0),
    ];
    const found = await outcomes(subject, faults);
    expect(found).toEqual(Object.fromEntries(faults.map((fault) => [faultText(fault), 'bitwise'])));
  });

  test('of a network whose budget falls in the middle of an update, other bits come of another cut alone', async () => {
    const subject = await prepareSubject(host, 'fashion-mlp', 'free');
    const ways: readonly FaultWay[] = ['validation', 'out-of-memory', 'device-loss', 'budget', 'no-budget'];
    const faults = FAULT_KINDS.flatMap((kind, row) =>
      ways.map((way, column) => faultAt(subject, kind, way, row + column)),
    );
    const found = await outcomes(subject, [...faults, faultAt(subject, 'submit', 'destruction', 1)]);
    expect(Object.entries(found).filter(([, outcome]) => !['bitwise', 'close'].includes(outcome))).toEqual([]);
    // Where nothing makes a smaller cut the bits stay.
    const uncut = Object.entries(found).filter(([fault]) => /^(pipeline|read-back) .* (valid|out|device)/.test(fault));
    expect(uncut).toHaveLength(6);
    expect(new Set(uncut.map(([, outcome]) => outcome))).toEqual(new Set(['bitwise']));
  });
});
