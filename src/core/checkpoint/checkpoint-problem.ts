import { type Failure, failureOf } from '../failures.ts';
import { CHECKPOINT_VERSION } from './checkpoint.ts';

/** Why bytes are no checkpoint that the run at hand can continue. Texts are of bounded length, whatever the bytes say. */
export type CheckpointProblem =
  /** The end is missing. */
  | { readonly type: 'truncated'; readonly detail: string }
  /** Some bytes are not those that were written. */
  | { readonly type: 'changed'; readonly detail: string }
  /** Nothing that was ever a checkpoint, parameters alone among it. */
  | { readonly type: 'foreign'; readonly detail: string }
  /** Whole, and of an earlier or later version; of the same number where only the settings differ. */
  | { readonly type: 'other-version'; readonly found: number; readonly detail: string }
  | { readonly type: 'other-model'; readonly difference: string }
  | { readonly type: 'other-data'; readonly difference: string };

/** The problem as people read it. */
export function checkpointFailure(problem: CheckpointProblem): Failure {
  switch (problem.type) {
    case 'truncated':
    case 'changed':
    case 'foreign':
      return failureOf('checkpoint-damaged', { damage: problem.type }, problem.detail);
    case 'other-version': {
      const parameters = { found: problem.found, expected: CHECKPOINT_VERSION };
      return failureOf('checkpoint-other-version', parameters, problem.detail);
    }
    case 'other-model':
    case 'other-data':
      return failureOf('checkpoint-other-run', { difference: problem.difference });
    default:
      return problem satisfies never;
  }
}
