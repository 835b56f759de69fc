import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useCallback } from 'react';
import classes from './App.module.css';
import { ChartGridFallback } from './ChartGridFallback.tsx';
import { Controls } from './controls/Controls.tsx';
import { ControlsSheet } from './controls/ControlsSheet.tsx';
import { PageDrop } from './data/PageDrop.tsx';
import { HowItWorks } from './explain/HowItWorks.tsx';
import { Introduction } from './explain/Introduction.tsx';
import { BatchRibbon } from './ribbon/BatchRibbon.tsx';
import { Header } from './shell/Header.tsx';
import { HelpDialog } from './shell/HelpDialog.tsx';
import { LargeStartDialog } from './shell/LargeStartDialog.tsx';
import { Tabs } from './shell/Tabs.tsx';
import { ActivityLine } from './status/ActivityLine.tsx';
import { FailurePanel } from './status/FailurePanel.tsx';
import { NoWebgpuPanel } from './status/NoWebgpuPanel.tsx';
import { PartBoundary } from './status/PartBoundary.tsx';
import { PhaseAnnouncer } from './status/PhaseAnnouncer.tsx';
import { ResumePanel } from './status/ResumePanel.tsx';
import { Sentence } from './status/Sentence.tsx';
import { useRun } from './stores/run-store.ts';
import { useStrings } from './strings/use-strings.ts';
import { TIPS_ID } from './styles/theme.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** The charts bring the largest library of the page: sentence, ribbon and controls do not wait for it. */
const ChartGrid = lazy(() => import('./ChartGrid.tsx').then((module) => ({ default: module.ChartGrid })));

/** From this width on the controls stand beside the charts; below, they are a sheet. */
const WIDE = '(min-width: 56.25em)';
const MAIN_ID = 'batch';

export function App() {
  const { shell } = useStrings();
  const phase = useRun((state) => state.phase);
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const [isHelpOpen, help] = useDisclosure(false);
  const openHelp = useCallback(() => help.open(), [help]);
  useShortcuts(openHelp);
  return (
    <div className={classes.app} data-phase={phase}>
      <a className={classes.skip} href={`#${MAIN_ID}`}>
        {shell.skipLink}
      </a>
      <PhaseAnnouncer />
      <PageDrop />
      <LargeStartDialog />
      <div className={classes.top}>
        <Header isWide={isWide} onHelp={openHelp} />
        {!isWide && <Hero />}
      </div>
      <div className={classes.body}>
        {isWide && (
          <aside className={classes.controls} aria-label={shell.controlsTitle}>
            <Controls />
          </aside>
        )}
        <main className={classes.main} id={MAIN_ID} tabIndex={-1}>
          <Introduction />
          {isWide && <Hero />}
          <NoWebgpuPanel />
          <FailurePanel />
          <ResumePanel />
          <Suspense fallback={<ChartGridFallback />}>
            <ChartGrid />
          </Suspense>
          <Tabs />
          <HowItWorks />
          <div id={TIPS_ID} className={classes.tips} />
        </main>
      </div>
      {!isWide && <ControlsSheet />}
      <HelpDialog opened={isHelpOpen} onClose={help.close} />
    </div>
  );
}

/** What a visitor reads first: the sentence, then the batch as a picture. */
function Hero() {
  const { shell } = useStrings();
  return (
    <section className={classes.hero} aria-label={shell.sentence.label}>
      <Sentence />
      <ActivityLine />
      <PartBoundary>
        <BatchRibbon />
      </PartBoundary>
    </section>
  );
}
