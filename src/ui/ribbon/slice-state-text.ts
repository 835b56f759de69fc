import type { Strings } from '../strings/language.ts';
import type { SliceState } from '../styles/kind-colors.ts';
import type { Outlook } from './use-ribbon-view.ts';

/** What a slice does, in a word; a slice that nothing will run does not wait. */
export function sliceStateText(state: SliceState, outlook: Outlook, { terms, charts }: Strings): string {
  if (state !== 'waiting' || outlook === 'runs') return terms.sliceStates[state];
  return charts.ribbon.idleSlices[outlook];
}
