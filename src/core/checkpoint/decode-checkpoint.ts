import * as v from 'valibot';
import { shortened } from '../shortened.ts';
import {
  CHECKPOINT_VERSION,
  CHECKSUM_KEY,
  type Checkpoint,
  type CheckpointLayout,
  type CheckpointManifest,
  type DataIdentity,
  type HistoryName,
  type HistoryTable,
  MANIFEST_KEY,
  manifestSchema,
  TENSOR_NAMES,
  UPDATE_STATE_WORDS,
} from './checkpoint.ts';
import { checkpointChecksum } from './checkpoint-checksum.ts';
import type { CheckpointProblem } from './checkpoint-problem.ts';
import { readTensors } from './read-tensors.ts';
import { Refusal, refusable } from './refusal.ts';
import type { Safetensors } from './safetensors.ts';
import { TensorReader } from './tensor-reader.ts';

/** What the run at hand is made of. */
export interface CheckpointExpectation extends CheckpointLayout {
  readonly data: DataIdentity;
}

export type ReadManifest =
  | { readonly type: 'manifest'; readonly manifest: CheckpointManifest }
  | { readonly type: 'problem'; readonly problem: CheckpointProblem };

export type DecodedCheckpoint =
  | { readonly type: 'checkpoint'; readonly checkpoint: Checkpoint }
  | { readonly type: 'problem'; readonly problem: CheckpointProblem };

const VERSION_SCHEMA = v.object({ version: v.number() });

/**
 * What a file says of itself, after its checksum was compared: the configuration and the data, from which the model is
 * built whose layout `decodeCheckpoint` asks for. Never throws, whatever the bytes are.
 */
export function readManifest(bytes: Uint8Array<ArrayBuffer>): ReadManifest {
  return refusable(() => ({ type: 'manifest', manifest: manifestOf(readTensors(bytes)) }));
}

/**
 * Reads a checkpoint that may be anything: of another version, of another model, damaged, cut short. Never throws. Its
 * arrays view `bytes`, which must not be changed afterwards.
 *
 * Values are not judged: a NaN in a parameter is what the run had.
 */
export function decodeCheckpoint(
  bytes: Uint8Array<ArrayBuffer>,
  { data, ...layout }: CheckpointExpectation,
): DecodedCheckpoint {
  return refusable(() => {
    const file = readTensors(bytes);
    const { version: _, history, ...counted } = manifestOf(file);
    requireSameData(counted.data, data);
    const reader = new TensorReader(file);
    const named = (nameOf: (parameter: string) => string) =>
      new Map(layout.parameters.map(({ name, shape }) => [name, reader.take(nameOf(name), shape, Float32Array)]));
    const parameters = named(TENSOR_NAMES.parameter);
    const slots = new Map(layout.slots.map((slot) => [slot, named((name) => TENSOR_NAMES.slot(slot, name))]));
    const { statisticsChannels } = layout;
    const checkpoint = {
      ...{ ...counted, parameters, slots },
      updateState: reader.take(TENSOR_NAMES.updateState, [UPDATE_STATE_WORDS], Int32Array),
      runningStatistics:
        statisticsChannels === 0
          ? new Float32Array()
          : reader.take(TENSOR_NAMES.runningStatistics, [2, statisticsChannels], Float32Array),
      history: {
        updates: tableOf(reader, 'updates', history.updates),
        evaluations: tableOf(reader, 'evaluations', history.evaluations),
      },
    };
    reader.requireAllTaken();
    return { type: 'checkpoint', checkpoint };
  });
}

function manifestOf({ tensors, metadata }: Safetensors): CheckpointManifest {
  const json = metadata.get(MANIFEST_KEY);
  if (json === undefined) throw new Refusal({ type: 'foreign', detail: `There is no “${MANIFEST_KEY}” in it.` });
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Refusal({ type: 'changed', detail: 'The manifest is not JSON.' });
  }
  // Before the checksum, which another version may make in another way.
  const { success, output } = v.safeParse(VERSION_SCHEMA, value);
  if (success && output.version !== CHECKPOINT_VERSION) {
    throw new Refusal({ type: 'other-version', found: output.version, detail: `Version ${output.version}.` });
  }
  const checksum = checkpointChecksum(json, tensors);
  if (metadata.get(CHECKSUM_KEY) !== checksum) {
    throw new Refusal({ type: 'changed', detail: `The contents have the checksum ${checksum}.` });
  }
  const manifest = v.safeParse(manifestSchema, value);
  if (manifest.success) return manifest.output;
  // Written as it stands, so not damaged: by a version whose settings differ, without a number of its own.
  const detail = `${v.getDotPath(manifest.issues[0]) ?? 'manifest'}: ${manifest.issues[0].message}`.slice(0, 200);
  throw new Refusal({ type: 'other-version', found: CHECKPOINT_VERSION, detail });
}

function requireSameData(found: DataIdentity, expected: DataIdentity): void {
  const textOf = ({ id, trainExamples, testExamples }: DataIdentity) =>
    `${shortened(id)} with ${trainExamples} examples to learn from and ${testExamples} to test`;
  if (textOf(found) === textOf(expected) && found.id === expected.id) return;
  const difference = `its data are ${textOf(found)} instead of ${textOf(expected)}`;
  throw new Refusal({ type: 'other-data', difference });
}

function tableOf(reader: TensorReader, table: HistoryName, described: CheckpointManifest['history'][HistoryName]) {
  const { columnNames, rowsAppended, stride } = described;
  const rows = Math.ceil(rowsAppended / stride);
  const columns = new Map(
    columnNames.map((column) => [column, reader.take(TENSOR_NAMES.column(table, column), [rows], Float64Array)]),
  );
  return { columns, rowsAppended, stride } satisfies HistoryTable;
}
