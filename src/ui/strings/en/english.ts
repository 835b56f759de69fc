import { chartStrings } from './charts.ts';
import { controlStrings } from './controls.ts';
import { dataStrings } from './data.ts';
import { explainStrings } from './explain.ts';
import { keptRunStrings } from './kept-runs.ts';
import { panelStrings } from './panels.ts';
import { shellStrings } from './shell.ts';
import { kindStrings, termStrings } from './terms.ts';

export const english = {
  shell: shellStrings,
  controls: controlStrings,
  kinds: kindStrings,
  terms: termStrings,
  charts: chartStrings,
  panels: panelStrings,
  data: dataStrings,
  keptRuns: keptRunStrings,
  explain: explainStrings,
};
