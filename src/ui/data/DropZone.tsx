import { IconFileImport } from '@tabler/icons-react';
import { useRef } from 'react';
import { useClient } from '../client-context.ts';
import { useFileDrag } from '../stores/file-drag-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './DropZone.module.css';

/** Opens the file picker, and shows where files can be dropped; the whole page takes them. */
export function DropZone() {
  const { own } = useStrings().data;
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const isDragging = useFileDrag((state) => state.isDragging);
  return (
    <>
      <button type="button" className={classes.zone} data-dragging={isDragging} onClick={() => input.current?.click()}>
        <IconFileImport className={classes.icon} size={28} stroke={1.5} aria-hidden="true" />
        <span className={classes.title}>{isDragging ? own.dropNow : own.drop}</span>
        {own.formats.map((format) => (
          <span key={format} className={classes.format}>
            {format}
          </span>
        ))}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          client.importFiles([...(currentTarget.files ?? [])]);
          // The same files may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
