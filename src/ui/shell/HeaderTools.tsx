import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconKeyboard, IconLink, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dropTheme, linkTo } from '../address.ts';
import { configStore } from '../stores/config-store.ts';
import { useStrings } from '../strings/use-strings.ts';

const ICON = { size: 18, stroke: 1.75 } as const;

/** Copy link, colour scheme, help. */
export function HeaderTools({ onHelp }: { readonly onHelp: () => void }) {
  return (
    <>
      <CopyLink />
      <ColorSchemeSwitch />
      <Help onHelp={onHelp} />
    </>
  );
}

function CopyLink() {
  const { header } = useStrings().shell;
  const clipboard = useClipboard({ timeout: 2000 });
  const label = clipboard.copied ? header.linkCopied : header.copyLinkHint;
  return (
    <Tool
      label={header.copyLink}
      hint={label}
      onClick={() => clipboard.copy(linkTo(configStore.getState().config, location.href))}
    >
      {clipboard.copied ? <IconCheck {...ICON} /> : <IconLink {...ICON} />}
    </Tool>
  );
}

function ColorSchemeSwitch() {
  const { header } = useStrings().shell;
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const label = current === 'dark' ? header.toLight : header.toDark;
  const toggle = () => {
    setColorScheme(current === 'dark' ? 'light' : 'dark');
    dropTheme();
  };
  return (
    <Tool label={label} hint={label} onClick={toggle}>
      {current === 'dark' ? <IconSun {...ICON} /> : <IconMoon {...ICON} />}
    </Tool>
  );
}

function Help({ onHelp }: { readonly onHelp: () => void }) {
  const { header } = useStrings().shell;
  return (
    <Tool label={header.help} hint={`${header.help} (?)`} onClick={onHelp}>
      <IconKeyboard {...ICON} />
    </Tool>
  );
}

interface ToolProps {
  readonly label: string;
  readonly hint: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, hint, onClick, children }: ToolProps) {
  return (
    <Tooltip label={hint} openDelay={300}>
      <ActionIcon variant="subtle" color="gray" size={36} c="var(--text)" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
