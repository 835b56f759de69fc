import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { chooseShownPlan, lastRunReport } from '../../../../src/ui/stores/shown-plan.ts';
import { planReport } from '../plan-report-fixture.ts';

const form = defaultConfig('fashion-mlp');
const otherForm = { ...form, batchSize: 1000 };
const ofRun = planReport({ peakBytes: 1 });
const ofForm = planReport({ peakBytes: 2 });

describe('which plan is shown', () => {
  it('the form’s, before any run', () => {
    expect(chooseShownPlan({ phase: 'idle' }, form, ofForm)).toEqual({
      source: 'form',
      report: ofForm,
      formDiffers: false,
    });
  });

  it('the form’s, while a run is still searching its own', () => {
    const run = { phase: 'searching', config: form } as const;
    expect(chooseShownPlan(run, form, ofForm)).toMatchObject({ source: 'form', report: ofForm });
  });

  it('the run’s, while it is on, and that the form has left it', () => {
    const run = { phase: 'training', config: form, report: ofRun } as const;
    expect(chooseShownPlan(run, form, ofForm)).toEqual({ source: 'run', report: ofRun, formDiffers: false });
    expect(chooseShownPlan(run, otherForm, ofForm)).toEqual({ source: 'run', report: ofRun, formDiffers: true });
  });

  it('after a run: the run’s until the form is changed, then the form’s', () => {
    const run = { phase: 'finished', config: form, report: ofRun } as const;
    expect(chooseShownPlan(run, form, ofForm)).toMatchObject({ source: 'run', formDiffers: false });
    expect(chooseShownPlan(run, otherForm, ofForm)).toEqual({ source: 'form', report: ofForm, formDiffers: false });
  });
});

describe('whose curves are named', () => {
  it('the last run’s, once it has ended and the form has left it', () => {
    const run = { phase: 'stopped', config: form, report: ofRun } as const;
    expect(lastRunReport(run, otherForm)).toBe(ofRun);
    expect(lastRunReport(run, form)).toBeUndefined();
  });

  it('nobody’s before a run, and not while one is on', () => {
    expect(lastRunReport({ phase: 'idle' }, otherForm)).toBeUndefined();
    expect(lastRunReport({ phase: 'training', config: form, report: ofRun }, otherForm)).toBeUndefined();
  });
});
