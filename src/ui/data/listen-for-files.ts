export interface FileListeners {
  /** Files have come over the page, or have left it. */
  readonly onDragging: (isOver: boolean) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/**
 * Listens for files dragged over `target` and dropped on it, and keeps the browser from opening them in place of the page.
 * What is no file, such as a marked text, passes through. Returns the function that ends it.
 */
export function listenForFiles(target: EventTarget, { onDragging, onFiles }: FileListeners): () => void {
  /** Elements entered and not yet left: the next is entered before the last is left. */
  let depth = 0;
  const set = (next: number) => {
    const wasOver = depth > 0;
    depth = Math.max(0, next);
    if (depth > 0 !== wasOver) onDragging(depth > 0);
  };
  const end = new AbortController();
  const on = (type: string, listener: (event: DragEvent) => void) =>
    target.addEventListener(
      type,
      (event) => {
        if (isDragEvent(event) && hasFiles(event)) listener(event);
      },
      { signal: end.signal },
    );
  on('dragenter', (event) => {
    event.preventDefault();
    set(depth + 1);
  });
  on('dragover', (event) => {
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  });
  on('dragleave', () => set(depth - 1));
  on('drop', (event) => {
    event.preventDefault();
    set(0);
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  return () => {
    end.abort();
    set(0);
  };
}

function isDragEvent(event: Event): event is DragEvent {
  return 'dataTransfer' in event;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
