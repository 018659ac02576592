import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ChoiceMenu.module.css';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** What it means, in a lighter voice. */
  note?: string;
  disabled?: boolean;
}

interface ChoiceMenuProps<Value extends string> {
  choices: readonly Choice<Value>[];
  value: Value | null;
  /** What stands on the button. */
  shown: string;
  /** Names the button for those who do not see where it stands. */
  label: string;
  onChoose(value: Value): void;
  /** Items below the choices. */
  children?: ReactNode;
  /** Stands out, for the first line of a form. */
  strong?: boolean;
}

/** A button with the choice that is made, and a menu of all of them. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { choices, value, shown, label, onChoose, children, strong } = props;
  return (
    <Menu position={strong ? 'bottom-start' : 'bottom-end'} width={strong ? 300 : 260} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.target ?? ''} aria-label={label} data-strong={strong || undefined}>
          <span className={classes.shown}>{shown}</span>
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value ?? ''} onChange={(next) => onChoose(next as Value)}>
          {choices.map((choice) => (
            <Menu.RadioItem
              key={choice.value}
              value={choice.value}
              disabled={choice.disabled ?? false}
              closeMenuOnClick
            >
              {choice.label}
              {choice.note && <span className={classes.note}>{choice.note}</span>}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
