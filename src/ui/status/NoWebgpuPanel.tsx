import { useDevice } from '../stores/device-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './NoWebgpuPanel.module.css';

/** Where there is no adapter: which browser or flag helps, and that planning works all the same. */
export function NoWebgpuPanel() {
  const { noWebgpu } = useStrings().shell;
  const failure = useDevice(({ report }) => (report?.status === 'unavailable' ? report.failure : undefined));
  if (!failure) return null;
  return (
    <section className={classes.panel} role="alert">
      <div>
        <h2 className={classes.title}>{noWebgpu.title}</h2>
        <p className={classes.text}>{noWebgpu.planning}</p>
        {!globalThis.isSecureContext && <p className={classes.text}>{noWebgpu.insecure}</p>}
        <details className={classes.why}>
          <summary>{noWebgpu.why}</summary>
          <p className={classes.text}>
            {failure.message} {failure.cause} {failure.remedy}
          </p>
        </details>
      </div>
      <div>
        <h3 className={classes.subtitle}>{noWebgpu.browsersTitle}</h3>
        <ul className={classes.browsers}>
          {noWebgpu.browsers.map(({ name, help }) => (
            <li key={name}>
              <b>{name}</b> {help}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
