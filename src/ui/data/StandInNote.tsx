import { IconPhotoOff } from '@tabler/icons-react';
import { useStrings } from '../strings/use-strings.ts';
import classes from './StandInNote.module.css';

/** Why the networks of CIFAR-10 do not learn from CIFAR-10, and how they could. */
export function StandInNote() {
  const { standIn } = useStrings().data;
  return (
    <div className={classes.note}>
      <IconPhotoOff className={classes.icon} size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <p className={classes.title}>{standIn.title}</p>
        <p className={classes.text}>{standIn.why}</p>
        <a className={classes.link} href={standIn.homeUrl} target="_blank" rel="noreferrer">
          {standIn.home}
        </a>
      </div>
    </div>
  );
}
