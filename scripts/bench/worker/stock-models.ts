/**
 * The workloads as anyone would write them with TensorFlow.js alone: nothing of the engine's models or kernels is
 * imported, so that no gradient or kernel is replaced in this realm. A test compares the parameters with the engine's.
 */
import type { BenchedWorkload } from './contender.ts';
import { STEP_SHAPES } from './step-shapes.ts';
import { stockCharLm } from './stock-char-lm.ts';
import { stockFashionConvnet, stockFashionMlp } from './stock-fashion.ts';
import type { StockModel } from './stock-layers.ts';
import { stockResNet } from './stock-res-net.ts';
import { stockTextRnn } from './stock-text-rnn.ts';

export const STOCK_MODELS: Readonly<Record<BenchedWorkload, StockModel>> = {
  'fashion-mlp': stockFashionMlp,
  'fashion-convnet': stockFashionConvnet,
  'textrnn-synthetic': stockTextRnn(STEP_SHAPES['textrnn-synthetic'].classes),
  'cifar-resnet20': stockResNet({
    block: 'basic',
    blocks: [3, 3, 3],
    widths: [16, 32, 64],
    classes: STEP_SHAPES['cifar-resnet20'].classes,
  }),
  charlm: stockCharLm(STEP_SHAPES.charlm.classes),
};
