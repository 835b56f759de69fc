import type { Page } from 'playwright';
import { Realm } from './realm.ts';
import { PACKED_MATMUL_FLAGS, type Scenario } from './scenarios.ts';
import { median } from './spread.ts';
import type { PlanFigures, StepTimes } from './worker/contender.ts';
import type { WorkCount } from './worker/gpu-meter.ts';
import type { ContenderRun, OpenedContender } from './worker/realm-messages.ts';

/**
 * One round, without cuts on any side but where it is said. JavaScript is each side's fastest step, since it competes
 * with the device's own threads; the rest is its median.
 */
export interface Round {
  /** Null where the engine is alone. */
  readonly eager: StepTimes | null;
  readonly engine: StepTimes;
  /** The engine in submits cut by time, as the page makes them. */
  readonly cut: StepTimes & { readonly submits: number };
  /** tfjs with WEBGPU_MATMUL_PROGRAM_TYPE=3, where the scenario asks for it. */
  readonly packedMatmul: StepTimes | null;
}

export interface SideFigures {
  readonly work: WorkCount;
  /** After the last round. */
  readonly allocatedBytes: number;
}

export interface ScenarioMeasurement {
  readonly scenario: Scenario;
  readonly rounds: readonly Round[];
  readonly eager: SideFigures | null;
  readonly engine: SideFigures & { readonly plan: PlanFigures };
}

type SideName = Exclude<keyof Round, 'cut'>;

interface Side {
  readonly name: SideName;
  readonly realm: Realm;
  readonly opened: OpenedContender;
  lastRun: ContenderRun | undefined;
}

/** Relative difference of two losses of one step that rounding cannot explain. */
const LOSS_TOLERANCE = 1e-3;

/** Warms up each side in a realm of its own, then lets them take turns, the other way round every second round. */
export async function measureScenario(
  page: Page,
  scenario: Scenario,
  roundCount: number,
  signal: AbortSignal,
): Promise<ScenarioMeasurement> {
  const sides: Side[] = [];
  try {
    const eager = scenario.withEager ? await openSide('eager') : undefined;
    const engine = await openSide('engine');
    if (scenario.withPackedMatmul) await openSide('packedMatmul');
    if (eager) requireSameStep(eager.opened.losses, engine.opened.losses);
    const rounds: Round[] = [];
    for (let i = 0; i < Math.min(roundCount, scenario.mostRounds); i += 1) rounds.push(await runRound(i % 2 === 1));
    const { plan } = engine.opened;
    if (!plan) throw new Error('The engine says nothing of its plan.');
    const { dispatches } = engine.opened.work;
    if (plan.dispatches !== dispatches) {
      throw new Error(`The plan has ${plan.dispatches} dispatches, ${dispatches} were encoded.`);
    }
    return { scenario, rounds, eager: eager ? figures(eager) : null, engine: { ...figures(engine), plan } };
  } finally {
    for (const { realm } of sides) await realm.end();
  }

  async function openSide(name: SideName): Promise<Side> {
    const realm = await Realm.start(page, name === 'engine' ? 'engine' : 'eager', signal);
    const opened = await realm
      .open(scenario, name === 'packedMatmul' ? PACKED_MATMUL_FLAGS : {})
      .catch(async (error: unknown) => {
        await realm.end();
        throw error;
      });
    const side: Side = { name, realm, opened, lastRun: undefined };
    sides.push(side);
    return side;
  }

  async function runRound(backwards: boolean): Promise<Round> {
    const times = new Map<SideName, StepTimes>();
    let cut: Round['cut'] | undefined;
    for (const side of backwards ? [...sides].reverse() : sides) {
      side.lastRun = await side.realm.run(scenario.stepsPerRound);
      times.set(side.name, roundOf(side.lastRun.steps));
      if (side.name !== 'engine') continue;
      const { steps, submits } = await side.realm.run(scenario.stepsPerRound, true);
      cut = { ...roundOf(steps), submits: submits ?? Number.NaN };
    }
    const engine = times.get('engine');
    if (!engine || !cut) throw new Error('A round needs the engine.');
    return { eager: times.get('eager') ?? null, engine, cut, packedMatmul: times.get('packedMatmul') ?? null };
  }
}

function figures({ opened, lastRun }: Side): SideFigures {
  if (!lastRun) throw new Error('A measurement needs at least one round.');
  return { work: opened.work, allocatedBytes: lastRun.allocatedBytes };
}

/** Throws where the losses of the same steps differ by more than rounding: then two different steps are compared. */
export function requireSameStep(eager: readonly number[], engine: readonly number[]): void {
  const same =
    eager.length === engine.length &&
    eager.every((loss, i) => Math.abs(loss - (engine[i] ?? Number.NaN)) <= LOSS_TOLERANCE * Math.abs(loss));
  if (!same) {
    throw new Error(`The two sides do not train alike: losses ${eager.join(', ')} and ${engine.join(', ')}.`);
  }
}

function roundOf(steps: readonly StepTimes[]): StepTimes {
  const fastest = (key: keyof StepTimes) => Math.min(...steps.map((step) => step[key]));
  return {
    javaScriptMs: fastest('javaScriptMs'),
    javaScriptWithInputsMs: fastest('javaScriptWithInputsMs'),
    wholeMs: median(steps.map(({ wholeMs }) => wholeMs)),
  };
}
