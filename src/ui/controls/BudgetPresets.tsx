import { useId } from 'react';
import { budgetPresetsMiB } from '../../core/config/budget-presets.ts';
import { measuredBudgetMiB, USABLE_SHARE } from '../../core/device-measurement.ts';
import { budgetText, shareText } from '../panels/measurement-text.ts';
import { useConfig } from '../stores/config-store.ts';
import { useKeptMeasurement } from '../stores/measurement-store.ts';
import { formatBytes, formatDate } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './BudgetControl.module.css';

/** Budgets that suit the workload; below them the one that this device was measured to hold, if it was measured. */
export function BudgetPresets() {
  const { controls } = useStrings();
  const workload = useConfig((state) => state.config.workload);
  return (
    <fieldset className={classes.presets} aria-label={controls.presets}>
      {budgetPresetsMiB(workload).map((preset) => {
        const { short, long } = presetNames(preset);
        return (
          <Preset key={preset} budgetMiB={preset} name={long}>
            {short}
          </Preset>
        );
      })}
      <MeasuredPreset />
    </fieldset>
  );
}

function MeasuredPreset() {
  const { measurement: words } = useStrings().panels;
  const id = useId();
  const kept = useKeptMeasurement();
  if (!kept) return null;
  const budgetMiB = measuredBudgetMiB(kept.passedBytes);
  const name = words.preset(budgetText(budgetMiB));
  return (
    <div className={classes.measured}>
      <Preset budgetMiB={budgetMiB} name={name} hintId={id}>
        {name}
      </Preset>
      <p className={classes.hint} id={id}>
        {words.presetHint(shareText(USABLE_SHARE), formatBytes(kept.passedBytes), formatDate(kept.measuredAtMs))}
      </p>
    </div>
  );
}

interface PresetProps {
  readonly budgetMiB: number;
  readonly name: string;
  readonly hintId?: string;
  readonly children: string;
}

function Preset({ budgetMiB, name, hintId, children }: PresetProps) {
  const isChosen = useConfig((state) => state.config.budgetMiB === budgetMiB);
  const update = useConfig((state) => state.update);
  return (
    <button
      type="button"
      className={classes.preset}
      aria-label={name}
      aria-pressed={isChosen}
      {...(hintId !== undefined && { 'aria-describedby': hintId })}
      onClick={() => update({ budgetMiB })}
    >
      {children}
    </button>
  );
}

/** 16 → "16 M" and "16 MiB", 1280 → "1.25 G" and "1.25 GiB": the short one begins the long one. */
function presetNames(presetMiB: number): { readonly short: string; readonly long: string } {
  const short = presetMiB >= 1024 ? `${presetMiB / 1024}\u202fG` : `${presetMiB}\u202fM`;
  return { short, long: `${short}iB` };
}
