/** Names of the tabs below the charts. */
export const panelStrings = {
  search: { tab: 'Search', explanation: 'Each size considered, its bytes, and why it was taken or refused.' },
  events: { tab: 'Events', explanation: 'What happened in this run, in order.' },
  device: { tab: 'Device', explanation: 'The adapter this page computes on, and the limits that matter.' },
  data: { tab: 'Data', explanation: 'The examples this run learns from.' },
};
