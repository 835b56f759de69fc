import { useConfig } from '../stores/config-store.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';
import { callTab } from '../stores/tab-store.ts';
import { weatherOfText } from '../stores/weather-store.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import linkButton from '../styles/link-button.module.css';
import { firstDecidedUpdate } from './weather-facts.ts';
import styles from './weather-note.module.css';

/** Beside the budget, where weather is set: so that nobody wonders why the budget moves. */
export function WeatherNote() {
  const { note } = useStrings().panels.weather;
  const text = useConfig((state) => state.config.weather);
  const isRunInWeather = useRun(({ phase, config }) => isActive(phase) && config?.weather === text);
  if (text === '') return null;
  const first = firstDecidedUpdate(weatherOfText(text));
  const said = first === undefined ? note.events : first === 1 ? note.fromStart : note.from(formatInteger(first));
  return (
    <p className={styles.note}>
      {said} {isRunInWeather && first !== undefined && `${note.ofRun} `}
      <button type="button" className={linkButton.link} onClick={() => callTab('weather')}>
        {note.show}
      </button>
    </p>
  );
}
