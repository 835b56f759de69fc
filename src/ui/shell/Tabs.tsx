import { Tabs as MantineTabs } from '@mantine/core';
import { type ComponentType, useEffect, useRef } from 'react';
import { DataPanel } from '../panels/DataPanel.tsx';
import { DevicePanel } from '../panels/DevicePanel.tsx';
import { EventsPanel } from '../panels/EventsPanel.tsx';
import { SearchPanel } from '../panels/SearchPanel.tsx';
import { PartBoundary } from '../status/PartBoundary.tsx';
import { TAB_IDS, type TabId, tabStore, useTab } from '../stores/tab-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { WeatherPanel } from '../weather/WeatherPanel.tsx';
import classes from './Tabs.module.css';

const PANELS = {
  search: SearchPanel,
  events: EventsPanel,
  weather: WeatherPanel,
  device: DevicePanel,
  data: DataPanel,
} as const satisfies Record<TabId, ComponentType>;

/** Search, events, weather, device and data, one at a time. */
export function Tabs() {
  const { panels } = useStrings();
  const tab = useTab((state) => state.tab);
  const calls = useTab((state) => state.calls);
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (calls > 0) tabs.current?.scrollIntoView({ block: 'start' });
  }, [calls]);
  return (
    <MantineTabs
      ref={tabs}
      className={classes.tabs}
      value={tab}
      onChange={(value) => {
        const chosen = TAB_IDS.find((id) => id === value);
        if (chosen !== undefined) tabStore.setState({ tab: chosen });
      }}
      keepMounted={false}
    >
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
