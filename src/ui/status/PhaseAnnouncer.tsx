import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { TrainingPhase } from '../../core/training-phase.ts';
import { announce, announcementStore } from '../stores/announcement-store.ts';
import { lastUpdate } from '../stores/run-series.ts';
import { type RunState, runStore } from '../stores/run-store.ts';
import { formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';

/** Tells people who cannot see the page that the phase has changed, or why it does not. */
export function PhaseAnnouncer() {
  const strings = useStrings();
  const text = useStore(announcementStore, (state) => state.text);
  const last = useRef<TrainingPhase>('idle');
  useEffect(
    () =>
      runStore.subscribe((state) => {
        if (state.phase === last.current) return;
        const announcement = announcementOf(state, last.current, strings);
        last.current = state.phase;
        if (announcement) announce(announcement);
      }),
    [strings],
  );
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}

/** Nothing for evaluations in mid-run: they come every few seconds. */
function announcementOf(state: RunState, previous: TrainingPhase, { terms, shell }: Strings): string | undefined {
  const { phase, report, slice, failure } = state;
  const name = terms.phases[phase];
  if (phase === 'evaluating' || (phase === 'training' && previous === 'evaluating')) return undefined;
  if (phase === 'finished') return shell.announce.finished(formatInteger(slice?.update ?? lastUpdate()));
  if (phase === 'failed') return shell.announce.failed(failure?.message ?? '');
  if (phase === 'training' && previous === 'compiling' && report?.verdict === 'fits') {
    const { accumulationSteps, peakBytes } = report;
    const slices =
      accumulationSteps === 1 ? shell.sentence.whole : shell.sentence.slices(formatInteger(accumulationSteps));
    return `${shell.announce.ready(slices, formatBytes(peakBytes))} ${name}.`;
  }
  return `${name}.`;
}
