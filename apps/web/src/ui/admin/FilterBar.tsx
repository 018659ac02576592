import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './AdminTable.module.css';

interface FilterBarProps {
  /** What is searched, and by what. */
  label: string;
  value: string;
  onChange(value: string): void;
  /** How many there are, in words; null while that is not known. */
  total: string | null;
  /** Further choices. */
  children: ReactNode;
}

/** What narrows a long list: a search, choices, and how many are left. */
export function FilterBar({ label, value, onChange, total, children }: FilterBarProps) {
  return (
    <search className={classes.bar}>
      <TextInput
        className={classes.search ?? ''}
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {children}
      {total !== null && (
        <span className={classes.count} role="status">
          {total}
        </span>
      )}
    </search>
  );
}

interface FilterSelectProps<Value extends string> {
  label: string;
  /** How choosing none is called. */
  any: string;
  /** "": none. */
  value: NoInfer<Value> | '';
  options: readonly Value[];
  nameOf(option: NoInfer<Value>): string;
  onChange(value: NoInfer<Value> | ''): void;
}

/** One choice of a filter. */
export function FilterSelect<Value extends string>({
  label,
  any,
  value,
  options,
  nameOf,
  onChange,
}: FilterSelectProps<Value>) {
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(options.find((each) => each === currentTarget.value) ?? '')}
      data={[{ value: '', label: any }, ...options.map((each) => ({ value: each, label: nameOf(each) }))]}
    />
  );
}
