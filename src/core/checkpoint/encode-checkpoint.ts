import * as v from 'valibot';
import {
  CHECKPOINT_VERSION,
  CHECKSUM_KEY,
  type Checkpoint,
  type CheckpointLayout,
  HISTORY_NAMES,
  type HistoryName,
  type HistoryTable,
  MANIFEST_KEY,
  manifestSchema,
  TENSOR_NAMES,
  UPDATE_STATE_WORDS,
} from './checkpoint.ts';
import { checkpointChecksum } from './checkpoint-checksum.ts';
import { encodeSafetensors } from './encode-safetensors.ts';
import type { SafeTensor, TensorValues } from './safetensors.ts';

/**
 * A checkpoint as one safetensors file: the same bytes in the browser's storage and in a file for a person. Takes, for the
 * moment, as much memory as the arrays themselves once more.
 *
 * @throws RangeError or ValiError where the checkpoint is not complete or does not have the layout.
 */
export function encodeCheckpoint(checkpoint: Checkpoint, layout: CheckpointLayout): Uint8Array<ArrayBuffer> {
  const { parameters, slots, updateState, runningStatistics, history, ...counted } = checkpoint;
  const manifest = JSON.stringify(
    v.parse(manifestSchema, {
      version: CHECKPOINT_VERSION,
      ...counted,
      history: { updates: described(history.updates), evaluations: described(history.evaluations) },
    }),
  );
  const tensors = new Map<string, SafeTensor>();
  const add = (name: string, shape: readonly number[], values: TensorValues | undefined) => {
    if (values === undefined) throw new RangeError(`The checkpoint lacks ${name}.`);
    tensors.set(name, { shape, values });
  };
  for (const { name, shape } of layout.parameters) add(TENSOR_NAMES.parameter(name), shape, parameters.get(name));
  for (const slot of layout.slots) {
    for (const { name, shape } of layout.parameters) {
      add(TENSOR_NAMES.slot(slot, name), shape, slots.get(slot)?.get(name));
    }
  }
  add(TENSOR_NAMES.updateState, [UPDATE_STATE_WORDS], updateState);
  if (layout.statisticsChannels > 0) {
    add(TENSOR_NAMES.runningStatistics, [2, layout.statisticsChannels], runningStatistics);
  }
  for (const table of HISTORY_NAMES) {
    for (const [name, column] of columnsOf(table, history[table])) add(name, [column.length], column);
  }
  const metadata = new Map([
    [MANIFEST_KEY, manifest],
    [CHECKSUM_KEY, checkpointChecksum(manifest, tensors)],
  ]);
  return encodeSafetensors({ tensors, metadata });
}

function described({ columns, rowsAppended, stride }: HistoryTable) {
  return { columnNames: [...columns.keys()], rowsAppended, stride };
}

function columnsOf(table: HistoryName, { columns, rowsAppended, stride }: HistoryTable) {
  return [...columns].map(([name, column]) => {
    const rows = Math.ceil(rowsAppended / stride);
    if (column.length !== rows) throw new RangeError(`${table}/${name} has ${column.length} rows, not ${rows}.`);
    return [TENSOR_NAMES.column(table, name), column] as const;
  });
}
