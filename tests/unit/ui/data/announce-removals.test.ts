import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUNDLED_DATA } from '../../../../src/core/data/data-in-use.ts';
import type { ImportedId } from '../../../../src/core/data/imported-data.ts';
import { failureOf } from '../../../../src/core/failures.ts';
import type { DataReport, ImportedData } from '../../../../src/protocol/data-report.ts';
import { announceRemovals } from '../../../../src/ui/data/announce-removals.ts';
import { announcementStore } from '../../../../src/ui/stores/announcement-store.ts';
import { dataStore, noteData } from '../../../../src/ui/stores/data-store.ts';
import { english } from '../../../../src/ui/strings/en/english.ts';

const reportOf = (...ids: readonly ImportedId[]): DataReport => ({
  imported: ids.map(
    (id): ImportedData => ({
      ...{ id, trainExamples: 9, testExamples: 1, parts: [], testSource: 'held-out' },
      ...{ byteLength: 7850, keeping: { status: 'kept', keptAtMs: 0 } },
    }),
  ),
  inUse: BUNDLED_DATA,
  sizes: new Map(),
});
const said = () => announcementStore.getState().text;

let end = () => {};
beforeEach(() => {
  dataStore.setState({}, true);
  announcementStore.setState({ text: '' });
  end = announceRemovals(english.data);
});
afterEach(() => end());

describe('a data set that is removed', () => {
  it('is announced when it is listed no longer, not while it is, though the storage refused', () => {
    noteData(reportOf('cifar-10', 'mnist'));
    noteData({ ...reportOf('cifar-10', 'mnist'), failure: failureOf('storage-unavailable', { action: 'remove' }) });
    expect(said()).toBe('');
    noteData(reportOf('cifar-10'));
    expect(said()).toBe('MNIST was removed.');
  });

  it('is announced together with others that went with it, and nothing is that was never there', () => {
    noteData(reportOf());
    expect(said()).toBe('');
    noteData(reportOf('cifar-10', 'mnist'));
    noteData(reportOf());
    expect(said()).toBe('CIFAR-10 was removed. MNIST was removed.');
  });
});
