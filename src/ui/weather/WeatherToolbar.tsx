import { ActionIcon, NumberInput, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconEraser,
  IconPencil,
  IconPlugConnectedX,
  IconTrendingDown,
  IconWaveSquare,
} from '@tabler/icons-react';
import { type ComponentType, useId } from 'react';
import { MAXIMUM_FAILURES } from '../../core/weather/weather.ts';
import { redoWeather, undoWeather, useWeatherStore, weatherStore } from '../stores/weather-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import styles from './weather-panel.module.css';
import { WEATHER_TOOLS, type WeatherTool } from './weather-tools.ts';

const ICONS = {
  budget: IconPencil,
  ramp: IconTrendingDown,
  spike: IconWaveSquare,
  lost: IconPlugConnectedX,
  fail: IconAlertTriangle,
  erase: IconEraser,
} as const satisfies Record<WeatherTool, ComponentType<{ size?: number }>>;

/** What the pointer does to the picture, and the way back. */
export function WeatherToolbar() {
  const { tools } = useStrings().panels.weather;
  const chosen = useWeatherStore((state) => state.tool);
  return (
    <div className={styles.toolbar}>
      <fieldset className={styles.tools} aria-label={tools.title}>
        {WEATHER_TOOLS.map((tool) => {
          const Icon = ICONS[tool];
          return (
            <button
              key={tool}
              type="button"
              className={styles.tool}
              aria-pressed={tool === chosen}
              onClick={() => weatherStore.setState({ tool })}
            >
              <Icon size={16} aria-hidden="true" />
              {tools[tool].name}
            </button>
          );
        })}
      </fieldset>
      {chosen === 'fail' && <FailureCount />}
      <History />
    </div>
  );
}

function FailureCount() {
  const { failures } = useStrings().panels.weather;
  const id = useId();
  const count = useWeatherStore((state) => state.failAllocations);
  return (
    <span className={styles.count}>
      <label htmlFor={id}>{failures}</label>
      <NumberInput
        id={id}
        size="xs"
        min={1}
        max={MAXIMUM_FAILURES}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        value={count}
        onChange={(value) => {
          if (typeof value === 'number' && value >= 1) weatherStore.setState({ failAllocations: value });
        }}
      />
    </span>
  );
}

function History() {
  const { undo, redo } = useStrings().panels.weather;
  const canUndo = useWeatherStore(({ past }) => past.length > 0);
  const canRedo = useWeatherStore(({ future }) => future.length > 0);
  return (
    <div className={styles.history}>
      <Step name={undo} enabled={canUndo} icon={IconArrowBackUp} onClick={undoWeather} />
      <Step name={redo} enabled={canRedo} icon={IconArrowForwardUp} onClick={redoWeather} />
    </div>
  );
}

interface StepProps {
  readonly name: string;
  readonly enabled: boolean;
  readonly icon: ComponentType<{ size?: number }>;
  readonly onClick: () => void;
}

function Step({ name, enabled, icon: Icon, onClick }: StepProps) {
  return (
    <Tooltip label={name} openDelay={400}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={name}
        // Can still have the focus when there is nothing more to undo.
        {...(!enabled && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={onClick}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
