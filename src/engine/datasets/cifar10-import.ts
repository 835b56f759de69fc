import {
  CIFAR_10_BATCHES,
  CIFAR_10_CLASSES,
  CIFAR_10_SHAPE,
  type Cifar10Batch,
  Cifar10Collector,
  cifar10BatchOf,
} from './cifar10.ts';
import { damagedDroppedFile, droppedFileFailure, unexpectedDroppedFile } from './dropped-file-failure.ts';
import { type DroppedFileKind, foreignCifarOf } from './dropped-file-kind.ts';
import { type DroppedFileReading, openDroppedFile } from './dropped-file-stream.ts';
import { holdOutLastTenth, type ImportedImages } from './imported-images.ts';
import { streamChunks } from './stream-chunks.ts';
import { TarError, tarFiles } from './tar-files.ts';

type CifarArchive = Extract<DroppedFileKind, { kind: 'cifar-archive' }>;
type CifarBatch = Extract<DroppedFileKind, { kind: 'cifar-batch' }>;

/**
 * Reads CIFAR-10 from its archive. Files of the archive that are none of the six are passed over.
 * Throws a FailureError that names the archive, and the file in it; the signal's reason when it is aborted.
 */
export async function importCifarArchive({ file }: CifarArchive, reading: DroppedFileReading): Promise<ImportedImages> {
  let readBytes = 0;
  const onBytes = (bytes: number) => {
    readBytes += bytes;
    reading.onBytes(bytes);
  };
  const { stream } = await openDroppedFile(file, { ...reading, onBytes });
  let collector: Cifar10Collector | undefined;
  let found = 'an empty archive';
  try {
    for await (const entry of tarFiles(stream)) {
      const foreign = foreignCifarOf(entry.name);
      if (foreign)
        throw unexpectedDroppedFile(file.name, 'the binary version of CIFAR-10', `${foreign} (${entry.name})`);
      const batch = cifar10BatchOf(entry.name);
      if (batch === undefined) {
        if (collector === undefined) found = `an archive of other files, such as ${entry.name}`;
        continue;
      }
      collector ??= new Cifar10Collector(CIFAR_10_BATCHES);
      requireOnce(collector.batches, batch, file.name);
      const problem = await collector.read(batch, entry.byteLength, entry.chunks);
      if (problem) throw droppedFileFailure(`${file.name}: ${entry.name}`, problem);
    }
  } catch (error) {
    if (error instanceof TarError) throw damagedDroppedFile(file.name, 'tar', { readBytes, error });
    throw error;
  }
  if (collector === undefined)
    throw unexpectedDroppedFile(file.name, 'data_batch_1.bin to data_batch_5.bin in it', found);
  return cifarImages(collector, file.name);
}

/** Reads CIFAR-10 from one or more of its six files. Errors as `importCifarArchive`, before a file is read where the names tell. */
export async function importCifarBatches(
  batches: readonly CifarBatch[],
  reading: DroppedFileReading,
): Promise<ImportedImages> {
  const announced: Cifar10Batch[] = [];
  for (const { file, batch } of batches) {
    requireOnce(announced, batch, file.name);
    announced.push(batch);
  }
  const [first] = batches;
  if (batches.length === 1 && first?.batch === 'test_batch') throw withoutTraining(first.file.name);
  const collector = new Cifar10Collector(announced);
  for (const { file, batch } of batches) {
    const { isGzip, stream } = await openDroppedFile(file, reading);
    const problem = await collector.read(batch, isGzip ? null : file.size, streamChunks(stream));
    if (problem) throw droppedFileFailure(file.name, problem);
  }
  return cifarImages(collector, first?.file.name ?? '');
}

function requireOnce(read: readonly Cifar10Batch[], batch: Cifar10Batch, file: string): void {
  if (read.includes(batch)) throw unexpectedDroppedFile(file, `${batch}.bin once`, 'a second one');
}

function withoutTraining(file: string) {
  return unexpectedDroppedFile(file, 'at least one of data_batch_1.bin to data_batch_5.bin', 'the test images alone');
}

function cifarImages(collector: Cifar10Collector, file: string): ImportedImages {
  const train = collector.train();
  const test = collector.test();
  if (train === undefined) throw withoutTraining(file);
  return {
    id: 'cifar-10',
    exampleShape: CIFAR_10_SHAPE,
    classes: CIFAR_10_CLASSES,
    parts: collector.batches,
    ...(test
      ? ({ train, test, testSource: 'own-file' } as const)
      : ({ ...holdOutLastTenth(train), testSource: 'held-out' } as const)),
  };
}
