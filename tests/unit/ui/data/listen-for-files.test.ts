import { describe, expect, it } from 'vitest';
import { listenForFiles } from '../../../../src/ui/data/listen-for-files.ts';

/** A drag as the browser reports it, with files or without. */
function drag(type: string, files: readonly File[] | undefined) {
  const dataTransfer = { types: files ? ['Files'] : ['text/plain'], files: files ?? [], dropEffect: 'none' };
  return Object.assign(new Event(type, { cancelable: true }), { dataTransfer });
}

function listen() {
  const target = new EventTarget();
  const heard: (boolean | readonly string[])[] = [];
  const stop = listenForFiles(target, {
    onDragging: (isOver) => heard.push(isOver),
    onFiles: (files) => heard.push(files.map(({ name }) => name)),
  });
  const send = (type: string, files: readonly File[] | 'text' = [new File(['x'], 'x.bin')]) => {
    const event = drag(type, files === 'text' ? undefined : files);
    target.dispatchEvent(event);
    return event;
  };
  return { heard, send, stop };
}

describe('listening for files', () => {
  it('says once that files are over the page, however many elements they pass, and once that they have left', () => {
    const { heard, send } = listen();
    for (const type of ['dragenter', 'dragenter', 'dragleave', 'dragenter', 'dragleave']) send(type);
    expect(heard).toEqual([true]);
    send('dragleave');
    expect(heard).toEqual([true, false]);
  });

  it('gives the files that are dropped, and keeps the browser from opening them', () => {
    const { heard, send } = listen();
    send('dragenter');
    expect(send('dragover').defaultPrevented).toBe(true);
    const drop = send('drop', [new File([], 'data_batch_1.bin'), new File([], 'test_batch.bin')]);
    expect(drop.defaultPrevented).toBe(true);
    expect(heard).toEqual([true, false, ['data_batch_1.bin', 'test_batch.bin']]);
  });

  it('leaves alone what is no file', () => {
    const { heard, send } = listen();
    for (const type of ['dragenter', 'dragover', 'drop']) expect(send(type, 'text').defaultPrevented).toBe(false);
    expect(heard).toEqual([]);
  });

  it('hears nothing after its end', () => {
    const { heard, send, stop } = listen();
    send('dragenter');
    stop();
    send('drop');
    expect(heard).toEqual([true, false]);
  });
});
