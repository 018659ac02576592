import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ChoiceMenu.module.css';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Explanation, in a lighter colour. */
  note?: string;
  disabled?: boolean;
}

interface ChoiceMenuProps<Value extends string> {
  choices: readonly Choice<Value>[];
  value: Value | null;
  /** Content of the button. */
  shown: string;
  /** Accessible name of the button. */
  label: string;
  onChoose(value: Value): void;
  /** Items below the choices. */
  children?: ReactNode;
  /** Makes the button more prominent, for the first line of a form. */
  strong?: boolean;
}

/** A button that shows the current choice and opens a menu of all choices. */
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
