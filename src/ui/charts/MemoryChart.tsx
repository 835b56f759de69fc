import { useCallback, useMemo } from 'react';
import { BYTE_KINDS } from '../../core/program/byte-kind.ts';
import { updateSeries } from '../stores/run-series.ts';
import { useShownPlan } from '../stores/shown-plan.ts';
import { formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { type ChartTable, chartTable } from './chart-table.ts';
import { MemoryPane } from './MemoryPane.tsx';
import { type PlanSpan, planAt, sumOfKinds } from './memory-rows.ts';
import { usePlanHistory } from './use-plan-history.ts';

/** Planned bytes by kind, stacked; allocated by this page and the budget as lines. Before a run, the plan alone. */
export function MemoryChart() {
  const strings = useStrings();
  const { memory } = strings.charts;
  const plans = useShownSpans();
  const summary = useCallback(() => summaryOf(plans, strings), [plans, strings]);
  return (
    <ChartPanel
      title={memory.title}
      lead={memory.lead}
      explanation={memory.explanation}
      summary={summary}
      table={() => memoryTable(plans, strings)}
      newestFirst
      fileName="memory"
    >
      <MemoryPane plans={plans} />
    </ChartPanel>
  );
}

/** The plans of the run whose numbers are on show, else the plan of the form. */
function useShownSpans(): readonly PlanSpan[] {
  const { report, source } = useShownPlan();
  const { spans } = usePlanHistory();
  return useMemo(() => {
    if (source === 'run' && spans.length > 0) return spans;
    if (updateSeries.length > 0 && spans.length > 0) return spans;
    return report ? [{ fromUpdate: 0, bytes: report.bytes, budgetBytes: report.budgetBytes }] : [];
  }, [source, spans, report]);
}

function summaryOf(plans: readonly PlanSpan[], { charts, kinds }: Strings): string {
  const plan = plans.at(-1);
  if (!plan) return charts.memory.noPlan;
  const allocated = updateSeries.latest('allocatedBytes');
  return charts.memory.summary({
    planned: formatBytes(sumOfKinds(plan.bytes)),
    budget: formatBytes(plan.budgetBytes),
    kinds: BYTE_KINDS.map((kind) => `${kinds[kind].name} ${formatBytes(plan.bytes[kind])}`).join(', '),
    allocated: Number.isFinite(allocated) ? formatBytes(allocated) : undefined,
  });
}

function memoryTable(plans: readonly PlanSpan[], { terms, kinds, charts }: Strings): ChartTable {
  const hasRun = updateSeries.length > 0;
  const updates = hasRun ? updateSeries.column('update') : Float64Array.of(0);
  const column = (read: (plan: PlanSpan) => number) =>
    updates.map((update) => {
      const plan = planAt(plans, update);
      return plan ? read(plan) : Number.NaN;
    });
  return chartTable([
    { name: terms.update, csvName: 'update', values: updates, format: formatInteger },
    {
      name: charts.memory.allocated,
      csvName: 'allocatedBytes',
      values: hasRun ? updateSeries.column('allocatedBytes') : Float64Array.of(Number.NaN),
      format: formatBytes,
    },
    {
      name: charts.memory.planned,
      csvName: 'plannedBytes',
      values: column((plan) => sumOfKinds(plan.bytes)),
      format: formatBytes,
    },
    {
      name: charts.memory.budget,
      csvName: 'budgetBytes',
      values: column((plan) => plan.budgetBytes),
      format: formatBytes,
    },
    ...BYTE_KINDS.map((kind) => ({
      name: kinds[kind].name,
      csvName: `${kind}Bytes`,
      values: column((plan) => plan.bytes[kind]),
      format: formatBytes,
    })),
  ]);
}
