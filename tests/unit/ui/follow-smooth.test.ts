import { expect, it } from 'vitest';
import type { Command } from '../../../src/protocol/commands.ts';
import { followSmooth } from '../../../src/ui/follow-smooth.ts';
import { configStore } from '../../../src/ui/stores/config-store.ts';
import { prefer, preferencesStore } from '../../../src/ui/stores/preferences-store.ts';
import { createWorkerClient, type WorkerHandlers } from '../../../src/ui/worker-client.ts';

it('a page that is to stay smooth tells its worker at once, at each change, and every new worker', () => {
  preferencesStore.setState({ isSmooth: false, isScreenKeptOn: false });
  const workers: { readonly sent: Command[]; readonly handlers: WorkerHandlers }[] = [];
  const client = createWorkerClient((handlers) => {
    const sent: Command[] = [];
    workers.push({ sent, handlers });
    return { send: (command) => sent.push(command), terminate: () => {} };
  });
  const said = () =>
    workers.map(({ sent }) => sent.flatMap((each) => (each.type === 'set-smooth' ? [each.isSmooth] : [])));
  const end = followSmooth(client);
  client.requestPlan(configStore.getState().config);
  expect(said()).toEqual([[]]);
  prefer({ isSmooth: true });
  prefer({ isScreenKeptOn: true });
  expect(said()).toEqual([[true]]);
  workers[0]?.handlers.onCrash('gone');
  client.restart();
  expect(said()).toEqual([[true], [true]]);
  expect(workers[1]?.sent[0]).toEqual({ type: 'set-smooth', isSmooth: true });
  prefer({ isSmooth: false });
  expect(said()).toEqual([[true], [true, false]]);
  end();
  client.destroy();
});
