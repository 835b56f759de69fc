import type { Weather } from '../../core/weather/weather.ts';

/** Weather as JSON that people can read and change: a line for each entry, no empty lists. */
export function weatherToJson({ points, ramps, spikes }: Weather): string {
  const lists = Object.entries({ points, ramps, spikes }).filter(([, entries]) => entries.length > 0);
  if (lists.length === 0) return '{}';
  const texts = lists.map(([name, entries]) => {
    const lines = entries.map((entry) => `    ${spaced(JSON.stringify(entry))}`);
    return `  "${name}": [\n${lines.join(',\n')}\n  ]`;
  });
  return `{\n${texts.join(',\n')}\n}\n`;
}

/** The names and numbers of an entry hold neither comma nor colon. */
function spaced(json: string): string {
  return json.replaceAll(',', ', ').replaceAll(':', ': ');
}
