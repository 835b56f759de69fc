import { Tooltip } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { MAXIMUM_SEED } from '../../core/config/config-table.ts';
import { weatherToText } from '../../core/weather/weather-text.ts';
import { useConfig } from '../stores/config-store.ts';
import { changeWeather } from '../stores/weather-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import type { WeatherScene } from './use-weather-scene.ts';
import styles from './weather-panel.module.css';
import { randomPreset, WEATHER_PRESET_IDS, weatherPreset } from './weather-presets.ts';

/** Weather made to measure for the plan on show. */
export function WeatherPresets({ scene }: { readonly scene: WeatherScene }) {
  const { presets } = useStrings().panels.weather;
  const text = useConfig((state) => state.config.weather);
  return (
    <fieldset className={styles.presets}>
      <legend className={styles.legend}>{presets.title}</legend>
      {WEATHER_PRESET_IDS.map((id) => {
        const weather = weatherPreset(id, scene);
        return (
          <Tooltip key={id} label={presets[id].hint} multiline w={260} openDelay={300}>
            <button
              type="button"
              className={styles.preset}
              aria-pressed={weatherToText(weather) === text}
              onClick={() => changeWeather(weather)}
            >
              {presets[id].name}
            </button>
          </Tooltip>
        );
      })}
      <Tooltip label={presets.random.hint} multiline w={260} openDelay={300}>
        <button
          type="button"
          className={styles.preset}
          onClick={() => changeWeather(randomPreset(Math.floor(Math.random() * (MAXIMUM_SEED + 1)), scene))}
        >
          <IconDice5 size={16} aria-hidden="true" />
          {presets.random.name}
        </button>
      </Tooltip>
    </fieldset>
  );
}
