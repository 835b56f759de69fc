import { Tooltip } from '@mantine/core';
import { weatherToText } from '../../core/weather/weather-text.ts';
import { useConfig } from '../stores/config-store.ts';
import { changeWeather } from '../stores/weather-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import type { WeatherScene } from './use-weather-scene.ts';
import styles from './weather-panel.module.css';
import { WEATHER_PRESET_IDS, weatherPreset } from './weather-presets.ts';

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
    </fieldset>
  );
}
