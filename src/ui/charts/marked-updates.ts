import type { Adaptation } from '../../protocol/events.ts';

/** More marks than this would be a hatching. */
const MAXIMUM_MARKS = 60;

/** Updates in which a run's plan was exchanged, each once; the latest of very many. */
export function markedUpdates(adaptations: readonly Adaptation[]): readonly number[] {
  const exchanged = adaptations.filter(({ change }) => change !== 'none');
  return [...new Set(exchanged.map(({ update }) => update))].slice(-MAXIMUM_MARKS);
}
