import { useConfig } from '../stores/config-store.ts';
import classes from './AddressProblems.module.css';

/** What the address asked for and the form could not take; gone with the first change. */
export function AddressProblems() {
  const problems = useConfig((state) => state.problems);
  if (problems.length === 0) return null;
  return (
    <div className={classes.problems} role="alert">
      {problems.map(({ key, value, message }) => (
        <p key={`${key}=${value}`}>{message}</p>
      ))}
    </div>
  );
}
