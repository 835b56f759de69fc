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

/** What makes a row one of its scenario: `row('javascript', 'JavaScript')`. */
type RowHead = (key: string, name: string) => Pick<BenchRow, 'id' | 'group' | 'name'>;

/**
 * Rows of one scenario: what both sides spend, then what the plan knows. The scenario without cut submits is there for its
 * JavaScript: its few examples say nothing of memory.
 */
export function scenarioRows(measurement: ScenarioMeasurement): BenchRow[] {
  const { scenario, rounds } = measurement;
  const { workload, microBatch, paced } = scenario;
  const cut = paced ? '' : ', submits not cut';
  const group = `${workload}, micro-batch ${microBatch}, one slice and one update by Adam${cut}`;
  const head: RowHead = (key, name) => ({ id: `${workload}/${microBatch}/${key}`, group, name });
  return [
    ...javaScriptRows(measurement, head),
    countRow(head('dispatches', 'dispatches'), 'dispatches', measurement, ({ work }) => work.dispatches),
    timeRow(head('whole', 'whole step'), rounds, 'wholeMs'),
    ...packedMatmulRows(rounds, head),
    ...(paced ? memoryRows(measurement, head) : []),
  ];
}

function javaScriptRows({ rounds, eager, engine }: ScenarioMeasurement, head: RowHead): BenchRow[] {
  const note = `tfjs submits ${eager.work.submits} times, the engine ${engine.work.submits} times`;
  return [
    timeRow(head('javascript', 'JavaScript'), rounds, 'javaScriptMs', { target: JAVASCRIPT, note }),
    timeRow(head('javascript-with-inputs', 'JavaScript with handing over inputs'), rounds, 'javaScriptWithInputsMs'),
  ];
}

function memoryRows(measurement: ScenarioMeasurement, head: RowHead): BenchRow[] {
  const { scenario, engine } = measurement;
  const { arenaBytes, arenaLowerBoundBytes, peakBytes, lowerBoundBytes } = engine.plan;
  const isBytesStep = scenario.workload === BYTES_STEP.workload && scenario.microBatch === BYTES_STEP.microBatch;
  const allocated = head('allocated', 'bytes allocated');
  return [
    countRow(allocated, 'bytes', measurement, ({ allocatedBytes }) => allocatedBytes, isBytesStep ? BYTES : null),
    boundRow(head('arena-over-bound', 'planned arena'), arenaBytes, arenaLowerBoundBytes),
    boundRow(head('peak-over-bound', 'planned bytes in total'), peakBytes, lowerBoundBytes),
  ];
}

/** Says whether another kernel for matrix products changes the time of eager tfjs. */
function packedMatmulRows(rounds: readonly Round[], head: RowHead): BenchRow[] {
  const packed = rounds.flatMap(({ engine, packedMatmul }) =>
    packedMatmul ? [{ engine, eager: packedMatmul, packedMatmul: null }] : [],
  );
  if (packed.length === 0) return [];
  const {
    median: middle,
    low,
    high,
  } = spreadOf(rounds.map(({ eager, packedMatmul }) => (packedMatmul?.wholeMs ?? Number.NaN) / eager.wholeMs));
  const note = `tfjs takes ${middle.toFixed(2)} × its default (${low.toFixed(2)}–${high.toFixed(2)})`;
  return [
    timeRow(head('packed-matmul', 'whole step, tfjs with WEBGPU_MATMUL_PROGRAM_TYPE=3'), packed, 'wholeMs', { note }),
  ];
}

function timeRow(
  head: ReturnType<RowHead>,
  rounds: readonly Round[],
  column: keyof StepTimes,
  { target = null, note = null }: Partial<Pick<BenchRow, 'target' | 'note'>> = {},
): BenchRow {
  return benchRow({
    ...head,
    unit: 'ms',
    eager: median(rounds.map(({ eager }) => eager[column])),
    engine: median(rounds.map(({ engine }) => engine[column])),
    ratio: spreadOf(rounds.map(({ eager, engine }) => engine[column] / eager[column])),
    target,
    note,
  });
}

function countRow(
  head: ReturnType<RowHead>,
  unit: 'bytes' | 'dispatches',
  { eager, engine }: ScenarioMeasurement,
  count: (side: ScenarioMeasurement['eager']) => number,
  target: Target | null = null,
): BenchRow {
  const ratio = exact(count(engine) / count(eager));
  return benchRow({ ...head, unit, eager: count(eager), engine: count(engine), ratio, target, note: null });
}

function boundRow(head: ReturnType<RowHead>, bytes: number, boundBytes: number): BenchRow {
  const note = `over the liveness lower bound of ${formatBytes(boundBytes).text}`;
  const ratio = exact(bytes / boundBytes);
  return benchRow({ ...head, unit: 'bytes', eager: null, engine: bytes, ratio, target: LOWER_BOUND, note });
}

/** A ratio of counts, which no round changes. */
function exact(value: number): Spread {
  return { median: value, low: value, high: value };
}
