import type { SweepReply, SweepRequest } from '../worker/sweep-messages.ts';

/** What Node calls in the page of `npm run sweep`. There is one worker at a time. */
export interface SweepPage {
  /** Starts a worker in the place of the one before, if any. */
  start(): void;
  /** Resolves with the worker's answer; one that cannot answer is `failed`. */
  ask(request: SweepRequest): Promise<SweepReply>;
}

declare global {
  interface Window {
    readonly sweep: SweepPage;
  }
}
