import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useStrings } from '../strings/use-strings.ts';
import { TIPS_ID } from '../styles/theme.ts';
import { useWorkloadChoice } from './use-workload-choice.ts';
import classes from './WorkloadMenu.module.css';

/** A button that names the workload, and the list of all of them with what each is. */
export function WorkloadMenu({ id, isFramed = false }: { readonly id?: string; readonly isFramed?: boolean }) {
  const { controls } = useStrings();
  const { workload, choose } = useWorkloadChoice();
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => combobox.selectActiveOption(),
  });
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width="max-content"
      middlewares={{ flip: true, shift: { padding: 8 }, size: { padding: 8 } }}
      shadow="md"
      portalProps={{ target: `#${TIPS_ID}` }}
      classNames={{ dropdown: classes.dropdown ?? '', group: classes.group ?? '', option: classes.option ?? '' }}
      onOptionSubmit={(value) => {
        choose(value);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <button
          id={id}
          type="button"
          className={classes.button}
          data-framed={isFramed}
          aria-label={controls.fields.workload.label}
          onClick={() => combobox.toggleDropdown()}
        >
          <span className={classes.current}>{controls.workloads[workload].name}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={controls.fields.workload.label}>
          {controls.workloadGroups.map(({ title, workloads }) => (
            <Combobox.Group key={title} label={title}>
              {workloads.map((value) => (
                <Combobox.Option
                  key={value}
                  value={value}
                  active={value === workload}
                  aria-selected={value === workload}
                >
                  <span className={classes.name}>{controls.workloads[value].name}</span>
                  <span className={classes.about}>{controls.workloads[value].about}</span>
                  {value === workload && <IconCheck className={classes.check} size={16} aria-hidden="true" />}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
