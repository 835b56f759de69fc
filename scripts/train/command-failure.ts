import type { Failure, FailureCode } from '../../src/core/failures.ts';

/** Failures that only the command line can meet. */
export type CommandFailureCode = FailureCode | 'no-browser' | 'browser-lost' | 'no-answer' | 'no-progress';

export type CommandFailure = Omit<Failure, 'code'> & { readonly code: CommandFailureCode };

/** Carries a CommandFailure through code that throws. */
export class CommandFailureError extends Error {
  readonly failure: CommandFailure;
  constructor(failure: CommandFailure) {
    super(failure.message);
    this.name = 'CommandFailureError';
    this.failure = failure;
  }
}

export function noBrowser(chromePath: string | undefined): CommandFailure {
  return {
    code: 'no-browser',
    message: 'No Chromium was found.',
    cause: chromePath
      ? `CHROME_PATH names ${chromePath}, which does not exist.`
      : 'Neither Google Chrome nor Chromium nor a download of Playwright is installed.',
    remedy: 'Install Google Chrome or Chromium, or run `npx playwright install chromium`, or set CHROME_PATH.',
  };
}

export function browserNotStarted(error: unknown): CommandFailure {
  return {
    code: 'browser-lost',
    message: 'The browser did not start, or did not open the page.',
    cause: 'Chromium ended or did not answer.',
    remedy: 'Try the browser by hand, or set CHROME_PATH to another one.',
    detail: detailOf(error),
  };
}

export function browserLost(what: 'closed' | 'crashed'): CommandFailure {
  return {
    code: 'browser-lost',
    message: `The browser ${what} during the run.`,
    cause: 'It was ended from outside, or ran out of memory.',
    remedy: 'Run again; with a smaller --budget if it happens again.',
  };
}

export function workerCrashed(detail: string): CommandFailure {
  return {
    code: 'worker-crashed',
    message: 'The training worker crashed.',
    cause: 'Its code threw where nothing expected it, or it could not be loaded.',
    remedy: 'Run again; if it happens again, report the detail.',
    detail,
  };
}

export function noAnswer(seconds: number): CommandFailure {
  return {
    code: 'no-answer',
    message: `The training worker has said nothing for ${seconds} seconds.`,
    cause: 'The browser hangs, or the machine is too busy to run it.',
    remedy: 'Run again when the machine has less to do.',
  };
}

export function noProgress(minutes: number): CommandFailure {
  return {
    code: 'no-progress',
    message: `Training has not moved for ${minutes} minutes.`,
    cause: 'The GPU hangs, or one slice takes longer than that on this adapter.',
    remedy: 'Take a smaller --budget, so that slices are smaller, or a machine with a GPU.',
  };
}

export function noHardwareAdapter(adapter: string | undefined): CommandFailure {
  return {
    code: 'no-adapter',
    message: 'The browser offers no hardware adapter.',
    cause: adapter ? `All it has is ${adapter}, which computes on the CPU.` : 'It offers no WebGPU adapter at all.',
    remedy: 'Use --adapter software, or install the drivers of the GPU (on Linux: Vulkan).',
  };
}

/** The text of an error that came from anywhere. */
export function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
