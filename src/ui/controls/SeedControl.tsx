import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { MAXIMUM_SEED } from '../../core/config/config-table.ts';
import { useConfig } from '../stores/config-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { NumberControl } from './NumberControl.tsx';

/** Seeds that the dice give: short enough to read and to write down. */
const LARGEST_RANDOM_SEED = 9_999;

export function SeedControl() {
  const { controls } = useStrings();
  const update = useConfig((state) => state.update);
  const roll = () => update({ seed: Math.min(MAXIMUM_SEED, 1 + Math.floor(Math.random() * LARGEST_RANDOM_SEED)) });
  return (
    <NumberControl
      field="seed"
      tool={
        <Tooltip label={controls.newSeed}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            c="var(--text-muted)"
            aria-label={controls.newSeed}
            onClick={roll}
          >
            <IconDice5 size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      }
    />
  );
}
