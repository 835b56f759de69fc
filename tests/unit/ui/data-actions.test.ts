import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../src/core/failures.ts';
import type { DataCommand } from '../../../src/protocol/commands.ts';
import type { ImportedData } from '../../../src/protocol/data-report.ts';
import { importText } from '../../../src/ui/data/import-text.ts';
import { createDataActions } from '../../../src/ui/data-actions.ts';
import { dataStore, endImport, isImporting, noteImport } from '../../../src/ui/stores/data-store.ts';
import { english } from '../../../src/ui/strings/en/english.ts';

const MNIST: ImportedData = {
  ...{ id: 'mnist', trainExamples: 60_000, testExamples: 10_000, parts: [], testSource: 'own-file' },
  ...{ byteLength: 54_950_000, keeping: { status: 'kept', keptAtMs: 0 } },
};

function setUp(isGranted = true) {
  const sent: DataCommand[] = [];
  const persist = vi.fn(async () => isGranted);
  const actions = createDataActions(
    (command) => sent.push(command),
    () => ({ persist, persisted: async () => false }),
  );
  return { sent, persist, actions };
}

const lastImport = () => dataStore.getState().lastImport;
const sentence = () => {
  const last = lastImport();
  return last && importText(last, english.data);
};

describe('data actions', () => {
  beforeEach(() => dataStore.setState({}, true));

  it('an import names its files, has a rising id, and asks once a visit that the data be kept', async () => {
    const { actions, sent, persist } = setUp();
    const files = [new File([], 'train-images-idx3-ubyte'), new File([], 'train-labels-idx1-ubyte')];
    actions.importFiles(files);
    await vi.waitFor(() => expect(dataStore.getState().isPersistent).toBe(true));
    actions.importFiles(files);
    expect(sent).toEqual([
      { type: 'import-files', importId: 1, files },
      { type: 'import-files', importId: 2, files },
    ]);
    expect(persist).toHaveBeenCalledTimes(1);
    expect(sentence()).toBe('Reading train-images-idx3-ubyte and one other file');
  });

  it('a browser that has no such promise still imports', async () => {
    const sent: DataCommand[] = [];
    const actions = createDataActions(
      (command) => sent.push(command),
      () => {
        throw new TypeError('navigator.storage is undefined');
      },
    );
    actions.importFiles([new File([], 'x')]);
    expect(sent).toHaveLength(1);
  });

  it('nothing chosen is nothing imported, and there is nothing to cancel then', () => {
    const { actions, sent } = setUp();
    actions.importFiles([]);
    actions.cancelImport();
    expect(sent).toEqual([]);
  });

  it('only the last import is listened to, and only until its end', () => {
    const { actions, sent } = setUp();
    actions.importFiles([new File([], 'first')]);
    actions.importFiles([new File([], 'second')]);
    noteImport(1, { type: 'cancelled' });
    expect(isImporting(lastImport())).toBe(true);
    actions.cancelImport();
    expect(sent.at(-1)).toEqual({ type: 'cancel-import', importId: 2 });
    noteImport(2, { type: 'finished', imported: MNIST });
    noteImport(2, { type: 'cancelled' });
    expect(lastImport()?.progress?.type).toBe('finished');
    expect(sentence()).toBe(
      'MNIST is ready: 60,000 training and 10,000 test examples. Fashion-MNIST’s workloads use it from the next run on.',
    );
  });

  it('an import whose worker dies has failed, with the reason', () => {
    const { actions } = setUp();
    const failure = failureOf('worker-crashed', {});
    endImport({ type: 'failed', failure });
    expect(lastImport()).toBeUndefined();
    actions.importFiles([new File([], 'x')]);
    endImport({ type: 'failed', failure });
    expect(isImporting(lastImport())).toBe(false);
    expect(sentence()).toBe(failure.message);
  });
});
