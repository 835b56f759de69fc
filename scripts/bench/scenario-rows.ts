import { type BenchRow, benchRow, type Target } from './bench-report.ts';
import { boundRows } from './bound-rows.ts';
import type { Round, ScenarioMeasurement, SideFigures } from './measure-scenario.ts';
import type { Scenario } from './scenarios.ts';
import { exact, median, spreadOf } from './spread.ts';
import type { StepTimes } from './worker/contender.ts';

/** JavaScript of the engine against eager tfjs. */
const JAVASCRIPT: Target = { of: 'ratio', atMost: 1 / 20 };
/** Bytes of the step against what eager tfjs allocates; asked of this workload and size alone. */
const BYTES: Target = { of: 'ratio', atMost: 0.6 };
const BYTES_STEP = { workload: 'fashion-mlp', microBatch: 1000 } as const;

/** What makes a row one of its scenario: `row('javascript', 'JavaScript')`. */
type RowHead = (key: string, name: string) => Pick<BenchRow, 'id' | 'group' | 'name'>;

/** Times of both sides in each round; a side that is missing has none. */
type Pair = Readonly<Record<'eager' | 'engine', StepTimes | null>>;

/**
 * Rows of one scenario: what both sides spend, then what the plan knows. Eager tfjs never cuts its submits by time, so
 * neither side does; what cutting costs has rows of its own.
 */
export function scenarioRows(measurement: ScenarioMeasurement): BenchRow[] {
  const { scenario, rounds } = measurement;
  const head = headOf(scenario);
  return [
    ...javaScriptRows(measurement, head),
    countRow(head('dispatches', 'dispatches'), 'dispatches', measurement, ({ work }) => work.dispatches),
    timeRow(head('whole', 'whole step, submits not cut'), rounds, 'wholeMs'),
    timeRow(head('whole-cut', 'whole step, cut by the engine'), rounds.map(asCut), 'wholeMs'),
    ...packedMatmulRows(rounds, head),
    ...(scenario.withMemory ? memoryRows(measurement, head) : []),
  ];
}

function headOf({ workload, microBatch, timeSteps, withEager }: Scenario): RowHead {
  const steps = timeSteps === undefined ? '' : `, ${timeSteps} time steps`;
  const alone = withEager ? '' : ', the engine alone';
  const group = `${workload}${steps}, micro-batch ${microBatch}, one slice and one update by Adam${alone}`;
  const size = timeSteps === undefined ? `${microBatch}` : `${timeSteps}x${microBatch}`;
  return (key, name) => ({ id: `${workload}/${size}/${key}`, group, name });
}

function javaScriptRows({ rounds, eager, engine }: ScenarioMeasurement, head: RowHead): BenchRow[] {
  const submits = Math.round(median(rounds.map(({ cut }) => cut.submits)));
  const cut = `JavaScript, cut into ${submits} submits of about 100 ms or less as the page does`;
  const own = `the engine submits ${engine.work.submits} times`;
  const note = eager ? `${own}, tfjs ${eager.work.submits} times` : own;
  return [
    timeRow(head('javascript', 'JavaScript'), rounds, 'javaScriptMs', { target: eager && JAVASCRIPT, note }),
    timeRow(head('javascript-with-inputs', 'JavaScript with handing over inputs'), rounds, 'javaScriptWithInputsMs'),
    timeRow(head('javascript-cut', cut), rounds.map(asCut), 'javaScriptMs'),
  ];
}

/** The engine in cut submits beside eager tfjs, which cuts nothing. */
function asCut({ eager, cut }: Round): Pair {
  return { eager, engine: cut };
}

function memoryRows(measurement: ScenarioMeasurement, head: RowHead): BenchRow[] {
  const { scenario, engine } = measurement;
  const isBytesStep = scenario.workload === BYTES_STEP.workload && scenario.microBatch === BYTES_STEP.microBatch;
  const allocated = head('allocated', 'bytes allocated');
  return [
    countRow(allocated, 'bytes', measurement, ({ allocatedBytes }) => allocatedBytes, isBytesStep ? BYTES : null),
    ...boundRows(engine.plan, head),
  ];
}

/** Says whether another kernel for matrix products changes the time of eager tfjs. */
function packedMatmulRows(rounds: readonly Round[], head: RowHead): BenchRow[] {
  const packed = rounds.flatMap(({ eager, engine, packedMatmul }) =>
    eager && packedMatmul ? [{ engine, eager: packedMatmul, change: packedMatmul.wholeMs / eager.wholeMs }] : [],
  );
  if (packed.length === 0) return [];
  const { median: middle, low, high } = spreadOf(packed.map(({ change }) => change));
  const note = `tfjs takes ${middle.toFixed(2)} × its default (${low.toFixed(2)}–${high.toFixed(2)})`;
  const name = 'whole step, submits not cut, tfjs with WEBGPU_MATMUL_PROGRAM_TYPE=3';
  return [timeRow(head('packed-matmul', name), packed, 'wholeMs', { note })];
}

function timeRow(
  head: ReturnType<RowHead>,
  rounds: readonly Pair[],
  column: keyof StepTimes,
  { target = null, note = null }: Partial<Pick<BenchRow, 'target' | 'note'>> = {},
): BenchRow {
  const times = (side: keyof Pair) => rounds.flatMap(({ [side]: step }) => (step ? [step[column]] : []));
  const ratios = rounds.flatMap(({ eager, engine }) => (eager && engine ? [engine[column] / eager[column]] : []));
  const isCompared = ratios.length > 0;
  return benchRow({
    ...head,
    unit: 'ms',
    eager: isCompared ? median(times('eager')) : null,
    engine: median(times('engine')),
    ratio: isCompared ? spreadOf(ratios) : null,
    target,
    note,
  });
}

function countRow(
  head: ReturnType<RowHead>,
  unit: 'bytes' | 'dispatches',
  measurement: ScenarioMeasurement,
  count: (side: SideFigures) => number,
  target: Target | null = null,
): BenchRow {
  const engine = count(measurement.engine);
  const eager = measurement.eager && count(measurement.eager);
  const ratio = eager === null ? null : exact(engine / eager);
  return benchRow({ ...head, unit, eager, engine, ratio, target, note: null });
}
