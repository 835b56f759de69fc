import { writeBudget } from '../controls/budget-amount.ts';
import { formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { examplesAtOnce, isCutFreely } from './budget-needs.ts';
import type { WeatherScene } from './use-weather-scene.ts';
import { firstShortage, weatherFacts } from './weather-facts.ts';

/** What the weather will do to a run, as people say it. */
export function weatherSentence(scene: WeatherScene, { sentence }: Strings['panels']['weather']): string {
  const { counts, late, lowest } = weatherFacts(scene);
  const isCalm = Object.values(counts).every((count) => count === 0);
  if (isCalm && late === 0) return sentence.calm;
  const parts = [
    sentence.happens(counts),
    lowest ? lowestText(scene, lowest, sentence) : '',
    late > 0 ? sentence.late(late, formatInteger(scene.updates)) : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Where the weather holds nothing, the first place; else what its lowest budget holds. */
function lowestText(
  scene: WeatherScene,
  { budgetMiB, update }: { readonly budgetMiB: number; readonly update: number },
  sentence: Strings['panels']['weather']['sentence'],
): string {
  const { report } = scene;
  const shortage = firstShortage(scene, scene.smallestMiB);
  if (report && shortage) {
    const waits = isCutFreely(report) ? sentence.waits : sentence.waitsWhole;
    return waits(writeBudget(shortage.budgetMiB), formatInteger(shortage.update));
  }
  const lowest = sentence.lowest(writeBudget(budgetMiB), formatInteger(update));
  const examples = report ? examplesAtOnce(report, budgetMiB) : 0;
  if (!report || examples === 0) return `${lowest}.`;
  const batch = formatInteger(report.batch);
  if (examples >= report.batch) return `${lowest} ${sentence.holdsAll(batch)}`;
  return `${lowest} ${sentence.holds(formatInteger(examples), batch)}`;
}
