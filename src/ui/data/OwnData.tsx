import { useStrings } from '../strings/use-strings.ts';
import { DropZone } from './DropZone.tsx';
import { ImportStatus } from './ImportStatus.tsx';
import classes from './OwnData.module.css';
import { StoredData } from './StoredData.tsx';

/** Giving data of one's own: how, how far it is, and what is here already. */
export function OwnData() {
  const { own } = useStrings().data;
  return (
    <section className={classes.own}>
      <h3 className={classes.title}>{own.title}</h3>
      <DropZone />
      <ImportStatus />
      <p className={classes.privacy}>{own.privacy}</p>
      <StoredData />
    </section>
  );
}
