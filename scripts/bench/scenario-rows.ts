import { formatBytes } from '../../src/core/bytes.ts';
import { type BenchRow, benchRow, type Target } from './bench-report.ts';
import type { Round, ScenarioMeasurement } from './measure-scenario.ts';
import { median, type Spread, spreadOf } from './spread.ts';
import type { StepTimes } from './worker/contender.ts';

/** JavaScript of the engine against eager tfjs. */
const JAVASCRIPT: Target = { of: 'ratio', atMost: 1 / 20 };
/** Bytes of the step against what eager tfjs allocates; asked of this workload and size alone. */
const BYTES: Target = { of: 'ratio', atMost: 0.6 };
const BYTES_STEP = { workload: 'fashion-mlp', microBatch: 1000 } as const;
/** Planned bytes against what no placement can go under. */
const LOWER_BOUND: Target = { of: 'ratio', atMost: 1.05 };

type Part = Pick<BenchRow, 'name' | 'target'> & { readonly key: string };

/** Rows of one scenario: what both sides spend, then what only the plan knows. */
export function scenarioRows(measurement: ScenarioMeasurement): BenchRow[] {
  const { scenario, eager, engine, rounds } = measurement;
  const { workload, microBatch } = scenario;
  const cut = scenario.paced ? '' : ', submits not cut';
  const group = `${workload}, micro-batch ${microBatch}, one slice and one update by Adam${cut}`;
  const idOf = (key: string) => `${workload}/${microBatch}/${key}`;
  const time = (part: Part, column: keyof StepTimes, note: string | null): BenchRow =>
    benchRow({
      ...rowOf(part),
      unit: 'ms',
      eager: median(rounds.map((round) => round.eager[column])),
      engine: median(rounds.map((round) => round.engine[column])),
      ratio: spreadOf(rounds.map((round) => round.engine[column] / round.eager[column])),
      note,
    });
  const rowOf = ({ key, name, target }: Part) => ({ id: idOf(key), group, name, target });
  const counted = (part: Part, unit: 'bytes' | 'dispatches', ofEager: number, ofEngine: number): BenchRow =>
    benchRow({
      ...rowOf(part),
      unit,
      eager: ofEager,
      engine: ofEngine,
      ratio: exact(ofEngine / ofEager),
      note: null,
    });
  const bound = (part: Part, bytes: number, boundBytes: number): BenchRow =>
    benchRow({
      ...rowOf(part),
      unit: 'bytes',
      eager: null,
      engine: bytes,
      ratio: exact(bytes / boundBytes),
      note: `over the liveness lower bound of ${formatBytes(boundBytes).text}`,
    });
  const isBytesStep = workload === BYTES_STEP.workload && microBatch === BYTES_STEP.microBatch;
  const { plan } = engine;
  const submits = `tfjs submits ${eager.work.submits} times, the engine ${engine.work.submits} times`;
  return [
    time({ key: 'javascript', name: 'JavaScript', target: JAVASCRIPT }, 'javaScriptMs', submits),
    time(
      { key: 'javascript-with-inputs', name: 'JavaScript with handing over inputs', target: null },
      'javaScriptWithInputsMs',
      null,
    ),
    counted(
      { key: 'dispatches', name: 'dispatches', target: null },
      'dispatches',
      eager.work.dispatches,
      engine.work.dispatches,
    ),
    counted(
      { key: 'allocated', name: 'bytes allocated', target: isBytesStep ? BYTES : null },
      'bytes',
      eager.allocatedBytes,
      engine.allocatedBytes,
    ),
    time({ key: 'whole', name: 'whole step', target: null }, 'wholeMs', null),
    ...packedMatmulRows(rounds, idOf('packed-matmul'), group),
    bound(
      { key: 'arena-over-bound', name: 'planned arena', target: LOWER_BOUND },
      plan.arenaBytes,
      plan.arenaLowerBoundBytes,
    ),
    bound(
      { key: 'peak-over-bound', name: 'planned bytes in total', target: LOWER_BOUND },
      plan.peakBytes,
      plan.lowerBoundBytes,
    ),
  ];
}

/** Says whether another kernel for matrix products changes the time of eager tfjs. */
function packedMatmulRows(rounds: readonly Round[], id: string, group: string): BenchRow[] {
  const complete = rounds.flatMap(({ eager, engine, packedMatmul }) =>
    packedMatmul ? [{ eager: eager.wholeMs, engine: engine.wholeMs, packed: packedMatmul.wholeMs }] : [],
  );
  if (complete.length === 0) return [];
  const change = spreadOf(complete.map(({ eager, packed }) => packed / eager));
  return [
    benchRow({
      id,
      group,
      name: 'whole step, tfjs with WEBGPU_MATMUL_PROGRAM_TYPE=3',
      unit: 'ms',
      eager: median(complete.map(({ packed }) => packed)),
      engine: median(complete.map(({ engine }) => engine)),
      ratio: spreadOf(complete.map(({ engine, packed }) => engine / packed)),
      target: null,
      note: `tfjs takes ${change.median.toFixed(2)} × its default (${change.low.toFixed(2)}–${change.high.toFixed(2)})`,
    }),
  ];
}

/** A ratio of counts, which no round changes. */
function exact(value: number): Spread {
  return { median: value, low: value, high: value };
}
