import { roundestBetween } from './round-budget.ts';

export interface Step {
  /** Of the first value that it stands for. */
  readonly index: number;
  readonly value: number;
}

export interface SimplifyOptions {
  /** Ratio by which a step may depart from each value it stands for, 1 or more; more where there would be too many. */
  readonly tolerance: number;
  readonly maximumSteps: number;
}

/**
 * A row of values above zero as few steps, each a round number within the tolerance of all values it stands for. No two
 * neighbours are equal.
 */
export function simplifySteps(values: readonly number[], { tolerance, maximumSteps }: SimplifyOptions): Step[] {
  let steps = stepsWithin(values, tolerance);
  let wider = Math.max(tolerance, 1.001);
  while (steps.length > maximumSteps) {
    wider *= wider;
    steps = stepsWithin(values, wider);
  }
  return steps;
}

/**
 * Greedy from the left: each step is as long as one value can stand for all, with something to choose from, so that it is
 * round: of the tolerance to both sides a quarter is kept for that.
 */
function stepsWithin(values: readonly number[], tolerance: number): Step[] {
  const widest = tolerance ** 1.5;
  const steps: Step[] = [];
  let index = 0;
  while (index < values.length) {
    const first = values[index] ?? Number.NaN;
    let least = first;
    let most = first;
    let end = index + 1;
    for (; end < values.length; end++) {
      const value = values[end] ?? Number.NaN;
      const [nextLeast, nextMost] = [Math.min(least, value), Math.max(most, value)];
      if (nextMost > nextLeast * widest) break;
      [least, most] = [nextLeast, nextMost];
    }
    const value = least === most ? least : roundestBetween(most / tolerance, least * tolerance);
    if (steps.at(-1)?.value !== value) steps.push({ index, value });
    index = end;
  }
  return steps;
}
