import { IconFileImport } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useClient } from '../client-context.ts';
import { announce } from '../stores/announcement-store.ts';
import { fileDragStore, useFileDrag } from '../stores/file-drag-store.ts';
import { callTab } from '../stores/tab-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { announceRemovals } from './announce-removals.ts';
import { listenForFiles } from './listen-for-files.ts';
import classes from './PageDrop.module.css';
import { useImportAnnouncements } from './use-import-announcements.ts';

/** Takes files dropped anywhere on the page, and says so while they are held over it. */
export function PageDrop() {
  const words = useStrings().data;
  const { own } = words;
  const client = useClient();
  const isDragging = useFileDrag((state) => state.isDragging);
  useImportAnnouncements();
  useEffect(() => announceRemovals(words), [words]);
  useEffect(
    () =>
      listenForFiles(window, {
        onDragging: (isOver) => {
          fileDragStore.setState({ isDragging: isOver });
          if (isOver) announce(own.announceDrag);
        },
        onFiles: (files) => {
          client.importFiles(files);
          callTab('data');
        },
      }),
    [client, own],
  );
  if (!isDragging) return null;
  return (
    <div className={classes.overlay} aria-hidden="true">
      <div className={classes.card}>
        <IconFileImport size={36} stroke={1.5} />
        <p className={classes.title}>{own.dropAnywhere}</p>
        <p className={classes.text}>{own.overlay}</p>
      </div>
    </div>
  );
}
