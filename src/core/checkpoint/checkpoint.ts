/**
 * What it takes to continue a run as if it had never stopped: a state between two updates.
 *
 * Nothing here depends on the micro-batch, the budget's use or the device. There is no state of a random generator either,
 * because none exists: initial parameters, the order of examples and dropout masks are functions of the seed, the number
 * of the update and the place in model or batch. Seed and `updates` are the random state. Where the run stands in its epoch
 * follows from `updates` as well (see core/batch/epoch-plan.ts).
 */
import * as v from 'valibot';
import { trainingConfigSchema } from '../config/config-schema.ts';
import type { SeriesTable } from '../metrics/metric-series.ts';

/** Version of what is written. A checkpoint of another version is refused, not guessed at. */
export const CHECKPOINT_VERSION = 1;

/** Words of the update state: updates applied, 1 − β1ᵗ, 1 − β2ᵗ, unused; kept as bits. */
export const UPDATE_STATE_WORDS = 4;

const WHOLE = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const POSITIVE = v.pipe(WHOLE, v.minValue(1));

const TABLE_SCHEMA = v.strictObject({
  columnNames: v.pipe(v.array(v.string()), v.maxLength(100)),
  /** Rows of all updates so far, and how many of them there are for each that is kept, as in a MetricSeries. */
  rowsAppended: WHOLE,
  stride: POSITIVE,
});

/** All of a checkpoint but its arrays: small, and enough to say what it is and to build its model. */
export const manifestSchema = v.strictObject({
  version: v.literal(CHECKPOINT_VERSION),
  config: trainingConfigSchema,
  /** The data set: one of another size would give other batches. */
  data: v.strictObject({ id: v.string(), trainExamples: WHOLE, testExamples: WHOLE }),
  /** Updates made, skipped ones included; the number, from 0, of the next. */
  updates: WHOLE,
  /** Skipped updates at the end of these: ten in a row end a run, also across a reload. */
  skippedInARow: WHOLE,
  /** Milliseconds since 1970. */
  createdAtMs: WHOLE,
  history: v.strictObject({ updates: TABLE_SCHEMA, evaluations: TABLE_SCHEMA }),
});

export type CheckpointManifest = v.InferOutput<typeof manifestSchema>;
export type DataIdentity = CheckpointManifest['data'];

export const HISTORY_NAMES = ['updates', 'evaluations'] as const;
export type HistoryName = (typeof HISTORY_NAMES)[number];

/** The curves of a run. */
export type HistoryTable = SeriesTable;

export interface Checkpoint extends Omit<CheckpointManifest, 'version' | 'history'> {
  /** By the parameter's name, row-major. */
  readonly parameters: ReadonlyMap<string, Float32Array<ArrayBuffer>>;
  /** By slot ("first-moment"), then by the parameter's name; none for plain SGD. */
  readonly slots: ReadonlyMap<string, ReadonlyMap<string, Float32Array<ArrayBuffer>>>;
  /** [UPDATE_STATE_WORDS] */
  readonly updateState: Int32Array<ArrayBuffer>;
  /** [2, channels]; empty for a model without batch normalisation. */
  readonly runningStatistics: Float32Array<ArrayBuffer>;
  readonly history: Readonly<Record<HistoryName, HistoryTable>>;
}

/** What the arrays of a checkpoint must be for a model and an optimizer. */
export interface CheckpointLayout {
  readonly parameters: readonly { readonly name: string; readonly shape: readonly number[] }[];
  readonly slots: readonly string[];
  /** Of all batch normalisations together; 0 for none. */
  readonly statisticsChannels: number;
}

/** Names of the arrays in the file; those of device buffers, where there is one. */
export const TENSOR_NAMES = {
  parameter: (name: string): string => `parameter/${name}`,
  slot: (slot: string, parameter: string): string => `slot/${slot}/${parameter}`,
  updateState: 'update-state',
  runningStatistics: 'statistics/running',
  column: (table: HistoryName, column: string): string => `history/${table}/${column}`,
} as const;

/** Keys of the file's metadata. */
export const MANIFEST_KEY = 'microbatch-checkpoint';
export const CHECKSUM_KEY = 'crc32';
