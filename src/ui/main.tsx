import './styles/mantine.ts';
import './styles/tokens.css';
import './styles/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { readAddress, writeAddress } from './address.ts';
import { ClientContext } from './client-context.ts';
import { followBudget } from './follow-budget.ts';
import { followConfig } from './follow-config.ts';
import { followSmooth } from './follow-smooth.ts';
import { keepScreenOn } from './keep-screen-on.ts';
import { keepWhenHidden } from './keep-when-hidden.ts';
import { configStore } from './stores/config-store.ts';
import { LANGUAGES } from './strings/language.ts';
import { StringsContext } from './strings/use-strings.ts';
import { ColorSchemeProvider } from './styles/ColorSchemeProvider.tsx';
import { createWorkerClient } from './worker-client.ts';

const address = readAddress(location.search);
configStore.getState().replace(address.config, address.problems);

const client = createWorkerClient();
followConfig(client);
followBudget(client);
followSmooth(client);
writeAddress();
keepWhenHidden(client);
keepScreenOn();
client.listKeptRuns();
if (address.start) client.start();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <ColorSchemeProvider theme={address.theme}>
      <StringsContext value={LANGUAGES.en.strings}>
        <ClientContext value={client}>
          <App />
        </ClientContext>
      </StringsContext>
    </ColorSchemeProvider>
  </StrictMode>,
);
