import { Tabs as MantineTabs } from '@mantine/core';
import type { ComponentType } from 'react';
import { DataPanel } from '../panels/DataPanel.tsx';
import { DevicePanel } from '../panels/DevicePanel.tsx';
import { EventsPanel } from '../panels/EventsPanel.tsx';
import { SearchPanel } from '../panels/SearchPanel.tsx';
import { PartBoundary } from '../status/PartBoundary.tsx';
import { useStrings } from '../strings/use-strings.ts';
import classes from './Tabs.module.css';

const PANELS = {
  search: SearchPanel,
  events: EventsPanel,
  device: DevicePanel,
  data: DataPanel,
} as const satisfies Record<string, ComponentType>;
const TAB_IDS = ['search', 'events', 'device', 'data'] as const;

/** Search, events, device and data, one at a time. */
export function Tabs() {
  const { panels } = useStrings();
  return (
    <MantineTabs className={classes.tabs} defaultValue="search" keepMounted={false}>
      <MantineTabs.List>
        {TAB_IDS.map((id) => (
          <MantineTabs.Tab key={id} value={id}>
            {panels[id].tab}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {TAB_IDS.map((id) => {
        const Panel = PANELS[id];
        return (
          <MantineTabs.Panel key={id} value={id} className={classes.panel}>
            <PartBoundary>
              <Panel />
            </PartBoundary>
          </MantineTabs.Panel>
        );
      })}
    </MantineTabs>
  );
}
