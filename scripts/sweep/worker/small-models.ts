import type { NormalizationId, WorkloadId } from '../../../src/core/config/training-config.ts';
import { MOBY_DICK_CHARACTERS } from '../../../src/engine/datasets/token-moby-dick.ts';
import { charLm } from '../../../src/engine/models/charlm.ts';
import { resNet } from '../../../src/engine/models/res-net.ts';
import { textRnn } from '../../../src/engine/models/text-rnn.ts';
import { WORKLOADS, type Workload } from '../../../src/engine/workload.ts';

const CLASSES = 10;
/** Characters that the language model sees at once, in place of 128. */
const CONTEXT = 16;
/** Of the TextRNN, in place of 5,001 words, padding included, embeddings of 300 and 200 units. */
const TEXT_RNN = { vocabulary: 101, embedding: 60, hidden: 40 } as const;

type Sizes = Pick<Workload, 'model'> & Partial<Pick<Workload, 'exampleShape' | 'classes' | 'targetsPerExample'>>;

/**
 * The same model code at sizes of which an update takes a tenth of a second on a software adapter, where the real one takes
 * seconds or minutes: fewer words and units, a narrower transformer of shorter context; of the large residual networks fewer blocks, fewer channels and
 * smaller images, ResNet-152's third stage still the longest. The others are swept as they are.
 */
function smaller(id: WorkloadId, normalization: NormalizationId): Sizes | undefined {
  switch (id) {
    case 'textrnn-synthetic':
    case 'textrnn-spam':
      return { model: textRnn({ classes: WORKLOADS[id].classes, ...TEXT_RNN }) };
    case 'charlm':
      return {
        model: charLm({ vocabulary: MOBY_DICK_CHARACTERS.length, layers: 4, width: 64, heads: 4, context: CONTEXT }),
        exampleShape: [CONTEXT],
        targetsPerExample: CONTEXT,
      };
    case 'cifar-resnet50':
      return smallResNet([1, 1, 1, 1], 40, normalization);
    case 'resnet152-224':
      return smallResNet([1, 1, 2, 1], 48, normalization);
    case 'resnet152-1024':
      return smallResNet([1, 1, 3, 1], 64, normalization);
    default:
      return undefined;
  }
}

function smallResNet(blocks: readonly number[], imageSize: number, normalization: NormalizationId): Sizes {
  const model = resNet({
    ...{ block: 'bottleneck', widths: [4, 8, 8, 8], classes: CLASSES },
    ...{ blocks, imageSize, normalization },
  });
  return { model, exampleShape: [imageSize, imageSize, 3], classes: CLASSES };
}

/**
 * Puts a smaller model into the place of a workload's own, where there is one, for all that this realm of JavaScript does
 * from now on. Its normalisation counts then, and the setting has to stay at `batch`. False where there is none.
 */
export function installSmallModel(id: WorkloadId, normalization: NormalizationId): boolean {
  const sizes = smaller(id, normalization);
  if (!sizes) return false;
  Object.assign(WORKLOADS, { [id]: { ...WORKLOADS[id], ...sizes, key: `small ${id} ${normalization}` } });
  return true;
}
