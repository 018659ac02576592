import classes from './FilterChips.module.css';
import { SideScroll } from './SideScroll.tsx';

interface FilterChipsProps<Value extends string> {
  label: string;
  chips: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose(value: Value): void;
  small?: boolean;
}

/** A row of filters of which one is chosen. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label, chips, chosen, onChoose, small = false } = props;
  return (
    <SideScroll className={classes.chips} data-small={small || undefined} role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className={classes.chip}
          aria-pressed={chip.value === chosen}
          onClick={() => onChoose(chip.value)}
        >
          {chip.label}
        </button>
      ))}
    </SideScroll>
  );
}
