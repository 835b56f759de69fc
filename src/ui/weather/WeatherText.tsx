import { Button, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Weather } from '../../core/weather/weather.ts';
import { parseWeather } from '../../core/weather/weather-text.ts';
import { announce } from '../stores/announcement-store.ts';
import { changeWeather } from '../stores/weather-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { weatherToJson } from './weather-json.ts';
import styles from './weather-panel.module.css';

export interface WeatherTextProps {
  readonly weather: Weather;
  readonly sentence: string;
}

const LEAST_ROWS = 6;
const MOST_ROWS = 18;

/** The weather as JSON, to copy and to paste. What is typed stays, good or bad, until it is used or discarded. */
export function WeatherText({ weather, sentence }: WeatherTextProps) {
  const { text: words } = useStrings().panels.weather;
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const json = weatherToJson(weather);
  const lines = (draft ?? json).split('\n').length;
  const use = () => {
    const parsed = parseWeather(draft ?? json);
    if (parsed.type === 'problem') {
      setProblem(words.problems[parsed.code](parsed.found, parsed.expected));
      return;
    }
    changeWeather(parsed.weather);
    setDraft(undefined);
    setProblem(undefined);
  };
  return (
    <section className={styles.text} aria-labelledby={`${id}-title`}>
      <h3 className={styles.title} id={`${id}-title`}>
        {words.title}
      </h3>
      <Textarea
        aria-label={words.label}
        placeholder={words.hint}
        rows={Math.min(MOST_ROWS, Math.max(LEAST_ROWS, lines))}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: styles.code ?? '' }}
        error={problem}
        value={draft ?? json}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <div className={styles.actions}>
        <CopyButton json={json} />
        {draft !== undefined && draft !== json && (
          <>
            <Button size="compact-sm" onClick={use}>
              {words.use}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                setDraft(undefined);
                setProblem(undefined);
                announce(sentence);
              }}
            >
              {words.discard}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function CopyButton({ json }: { readonly json: string }) {
  const { text: words } = useStrings().panels.weather;
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      onClick={() => clipboard.copy(json)}
    >
      {clipboard.copied ? words.copied : words.copy}
    </Button>
  );
}
