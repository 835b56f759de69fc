import { createContext, use } from 'react';
import type { WorkerClient } from './worker-client.ts';

export const ClientContext = createContext<WorkerClient | undefined>(undefined);

/** The page's worker client. Throws outside the application. */
export function useClient(): WorkerClient {
  const client = use(ClientContext);
  if (!client) throw new Error('useClient is for components inside ClientContext.');
  return client;
}
