import { Component, type ReactNode } from 'react';
import { useStrings } from '../strings/use-strings.ts';
import classes from './PartBoundary.module.css';

interface PartBoundaryProps {
  readonly children: ReactNode;
}

interface PartBoundaryState {
  readonly error: unknown;
}

/** Keeps a fault in one part of the page from taking the rest with it. */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <BrokenPart error={this.state.error} onRetry={() => this.setState({ error: undefined })} />;
  }
}

function BrokenPart({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { brokenPart } = useStrings().shell;
  return (
    <div className={classes.broken} role="alert">
      <p>{brokenPart.text}</p>
      <code>{error instanceof Error ? error.message : String(error)}</code>
      <button type="button" onClick={onRetry}>
        {brokenPart.retry}
      </button>
    </div>
  );
}
