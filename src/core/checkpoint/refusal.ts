import type { CheckpointProblem } from './checkpoint-problem.ts';

/** What is wrong with a file; never leaves `refusable`. */
export class Refusal extends Error {
  readonly problem: CheckpointProblem;
  constructor(problem: CheckpointProblem) {
    super(problem.type);
    this.problem = problem;
  }
}

/** Does what may refuse a file, and answers with the problem where it does. */
export function refusable<T>(read: () => T): T | { readonly type: 'problem'; readonly problem: CheckpointProblem } {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return { type: 'problem', problem: error.problem };
    throw error;
  }
}
