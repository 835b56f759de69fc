import type { RealmKind, RealmReply, RealmRequest } from '../worker/realm-messages.ts';

/** What Node calls in the page of `npm run bench`. Realms are numbered in the order of their start. */
export interface BenchPage {
  startRealm(kind: RealmKind): number;
  /** Resolves with the realm's answer; one that cannot answer is `failed`. */
  askRealm(realm: number, request: RealmRequest): Promise<RealmReply>;
  endRealm(realm: number): void;
}

declare global {
  interface Window {
    readonly bench: BenchPage;
  }
}
