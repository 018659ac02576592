import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './AdminTable.module.css';

interface FilterBarProps {
  /** Label of the search field. */
  label: string;
  value: string;
  onChange(value: string): void;
  /** The number of results, in words; null while unknown. */
  total: string | null;
  /** Further choices. */
  children: ReactNode;
}

/** Filters of a long list: a search, choices, and the number of results. */
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
  /** Label for no choice. */
  any: string;
  /** "": none. */
  value: NoInfer<Value> | '';
  options: readonly Value[];
  nameOf(option: NoInfer<Value>): string;
  onChange(value: NoInfer<Value> | ''): void;
}

/** One filter with its choices. */
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
