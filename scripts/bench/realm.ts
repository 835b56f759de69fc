import type { Page } from 'playwright';
import type { DeviceLimits } from '../../src/core/program/plan-report.ts';
import { withLimit } from '../browser/owned-resources.ts';
import type {} from './page/page-bridge.ts';
import type { BenchedStep } from './worker/contender.ts';
import type { TfjsFlags } from './worker/eager-contender.ts';
import type { PlanTimes, PlanTimesAsked } from './worker/plan-times.ts';
import type { ContenderRun, OpenedContender, RealmKind, RealmReply, RealmRequest } from './worker/realm-messages.ts';

/** Far above the slowest answer on a busy machine without a GPU. */
const ANSWER_LIMIT_MS = 300_000;

/** A worker of the benchmark page, asked from Node. Whoever starts it ends it. */
export class Realm {
  readonly #page: Page;
  readonly #number: number;
  readonly #kind: RealmKind;
  readonly #signal: AbortSignal;

  private constructor(page: Page, number: number, kind: RealmKind, signal: AbortSignal) {
    this.#page = page;
    this.#number = number;
    this.#kind = kind;
    this.#signal = signal;
  }

  /** After `signal` is aborted every question, also one under way, rejects with its reason. */
  static async start(page: Page, kind: RealmKind, signal: AbortSignal): Promise<Realm> {
    signal.throwIfAborted();
    const number = await page.evaluate((k) => window.bench.startRealm(k), kind);
    return new Realm(page, number, kind, signal);
  }

  async open(
    { warmUpSteps, ...step }: BenchedStep & { readonly warmUpSteps: number },
    flags: TfjsFlags,
  ): Promise<OpenedContender> {
    const reply = await this.#ask({ type: 'open', step, warmUpSteps, flags });
    return reply.type === 'opened' ? reply.opened : this.#unexpected(reply);
  }

  /** `cut`: in submits cut by time. */
  async run(steps: number, cut = false): Promise<ContenderRun> {
    const reply = await this.#ask({ type: 'run', steps, cut });
    return reply.type === 'ran' ? reply.run : this.#unexpected(reply);
  }

  async plan(asked: PlanTimesAsked, limits: DeviceLimits): Promise<PlanTimes> {
    const reply = await this.#ask({ type: 'plan', asked, limits });
    return reply.type === 'planned' ? reply.times : this.#unexpected(reply);
  }

  async end(): Promise<void> {
    await this.#page.evaluate((number) => window.bench.endRealm(number), this.#number).catch(() => undefined);
  }

  #ask(request: RealmRequest): Promise<RealmReply> {
    const answer = this.#page.evaluate(([number, r]) => window.bench.askRealm(number, r), [
      this.#number,
      request,
    ] as const);
    return abortable(withLimit(answer, ANSWER_LIMIT_MS, `The ${this.#kind} realm does not answer.`), this.#signal);
  }

  #unexpected(reply: RealmReply): never {
    throw new Error(`The ${this.#kind} realm: ${reply.type === 'failed' ? reply.detail : `answered ${reply.type}`}`);
  }
}

/** Settles with the promise, or rejects with the signal's reason as soon as it is aborted. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
