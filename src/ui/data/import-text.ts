import { familyOfImported } from '../../core/data/data-in-use.ts';
import type { ImportState } from '../stores/data-store.ts';
import { formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';

/** An import in one sentence: what is read, or how it has ended. */
export function importText({ fileNames, progress }: ImportState, words: Strings['data']): string {
  const { importing, sets, counts } = words;
  switch (progress?.type) {
    case 'finished': {
      const { id, trainExamples, testExamples } = progress.imported;
      const size = counts(formatInteger(trainExamples), formatInteger(testExamples));
      return `${importing.finished(sets[id].name, size)} ${importing.usedBy[familyOfImported(id)]}`;
    }
    case 'failed':
      return progress.failure.message;
    case 'cancelled':
      return importing.cancelled;
    default:
      return importing.title(importing.files(fileNames[0] ?? '', fileNames.length - 1));
  }
}
