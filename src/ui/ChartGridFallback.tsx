import classes from './ChartGrid.module.css';

/** Empty panels of the charts' sizes, while their code is loading. */
export function ChartGridFallback() {
  return (
    <div className={classes.grid} aria-hidden="true">
      <div className={classes.placeholder} />
      <div className={classes.placeholder} />
    </div>
  );
}
