import type { DeviceLimits } from '../../../src/core/program/plan-report.ts';
import type { BenchedStep, PlanFigures, StepResult } from './contender.ts';
import type { TfjsFlags } from './eager-contender.ts';
import type { WorkCount } from './gpu-meter.ts';
import type { PlanTimes, PlanTimesAsked } from './plan-times.ts';

/** Realms of the benchmark page, each a worker of its own. */
export type RealmKind = 'eager' | 'engine' | 'plan';

/** One question to a realm; it answers each before the next is asked. */
export type RealmRequest =
  /** Opens a device, prepares the step and makes `warmUpSteps` of it; then one cut, from which costs are learnt. Once a realm. */
  | { readonly type: 'open'; readonly step: BenchedStep; readonly warmUpSteps: number; readonly flags: TfjsFlags }
  /** `cut`: in submits cut by time. */
  | { readonly type: 'run'; readonly steps: number; readonly cut: boolean }
  /** Plans in a realm that has planned nothing yet, then again. Once a realm. */
  | { readonly type: 'plan'; readonly asked: PlanTimesAsked; readonly limits: DeviceLimits };

export interface OpenedContender {
  /** Losses of the warm-up steps that are not cut. */
  readonly losses: readonly number[];
  /** Of one step. */
  readonly work: WorkCount;
  readonly plan: PlanFigures | null;
}

export interface ContenderRun {
  readonly steps: readonly StepResult[];
  /** Of one step, where its submits are cut: they are no more than counted. */
  readonly submits: number | null;
  /** Bytes of all buffers of the realm, after the steps. */
  readonly allocatedBytes: number;
}

export type RealmReply =
  | { readonly type: 'opened'; readonly opened: OpenedContender }
  | { readonly type: 'ran'; readonly run: ContenderRun }
  | { readonly type: 'planned'; readonly times: PlanTimes }
  | { readonly type: 'failed'; readonly detail: string };
