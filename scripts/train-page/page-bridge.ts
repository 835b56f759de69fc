import type { Command } from '../../src/protocol/commands.ts';
import type { Event } from '../../src/protocol/events.ts';

/** What crosses from the browser to Node. Playwright carries typed arrays and NaN as they are. */
export type PageEvent =
  | Event
  /** The worker threw, could not be loaded, or sent something unreadable. */
  | { readonly type: 'worker-crashed'; readonly detail: string };

/** Between the page of `npm run train` and Node: Node provides `reportEvent`, the page the rest. */
export interface PageBridge {
  reportEvent(event: PageEvent): Promise<void>;
  startWorker(): void;
  sendCommand(command: Command): void;
}

declare global {
  interface Window extends PageBridge {}
}
