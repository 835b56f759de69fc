import { useMemo } from 'react';
import { ChartLegend, type LegendItem } from '../charts/ChartLegend.tsx';
import { useConfig } from '../stores/config-store.ts';
import { updateSeries } from '../stores/run-series.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';
import { changeWeather, useWeatherStore, weatherOfText } from '../stores/weather-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { SERIES_COLOR } from '../styles/kind-colors.ts';
import linkButton from '../styles/link-button.module.css';
import { useHistoryKeys } from './use-history-keys.ts';
import { useWeatherScene } from './use-weather-scene.ts';
import { WeatherList } from './WeatherList.tsx';
import { WeatherPicture } from './WeatherPicture.tsx';
import { WeatherPresets } from './WeatherPresets.tsx';
import { WeatherText } from './WeatherText.tsx';
import { WeatherToolbar } from './WeatherToolbar.tsx';
import { weatherOf } from './weather-entries.ts';
import styles from './weather-panel.module.css';
import { weatherSentence } from './weather-sentence.ts';

/** The budget over a run: drawn, listed entry by entry, or as text; all three are the same weather. */
export function WeatherPanel() {
  const { weather: words } = useStrings().panels;
  const scene = useWeatherScene();
  useHistoryKeys();
  const tool = useWeatherStore((state) => state.tool);
  const isCalm = useConfig((state) => state.config.weather === '');
  const sentence = useMemo(() => weatherSentence(scene, words), [scene, words]);
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <p className={styles.sentence}>{sentence}</p>
        <p className={styles.lead}>{words.lead}</p>
      </div>
      <WeatherPresets scene={scene} />
      <OtherWeather />
      <section className={styles.drawing} aria-label={words.title}>
        <WeatherToolbar />
        <WeatherPicture scene={scene} sentence={sentence} onChange={(entries) => changeWeather(weatherOf(entries))} />
        <div className={styles.foot}>
          <p className={styles.hint}>{words.tools[tool].hint}</p>
          <WeatherLegend isCalm={isCalm} />
        </div>
      </section>
      <div className={styles.columns}>
        <WeatherList scene={scene} />
        <WeatherText weather={scene.weather} sentence={sentence} />
      </div>
    </div>
  );
}

/** Names of the lines that are there. */
function WeatherLegend({ isCalm }: { readonly isCalm: boolean }) {
  const { legend } = useStrings().panels.weather.picture;
  useRun((state) => state.seriesVersion);
  const items: LegendItem[] = [{ name: legend.own, color: SERIES_COLOR.budget, shape: 'dashed' }];
  if (!isCalm) items.push({ name: legend.weather, color: SERIES_COLOR.budget, shape: 'line' });
  if (updateSeries.length > 0) items.push({ name: legend.allocated, color: SERIES_COLOR.allocated, shape: 'line' });
  return <ChartLegend axisName={legend.title} items={items} />;
}

/** While a run is on that has other weather than the form. */
function OtherWeather() {
  const { weather: words } = useStrings().panels;
  const form = useConfig((state) => state.config.weather);
  const ofRun = useRun((state) => (isActive(state.phase) ? state.config?.weather : undefined));
  if (ofRun === undefined || ofRun === form) return null;
  return (
    <p className={styles.other}>
      {words.nextRun}{' '}
      <button type="button" className={linkButton.link} onClick={() => changeWeather(weatherOfText(ofRun))}>
        {words.showRuns}
      </button>
    </p>
  );
}
