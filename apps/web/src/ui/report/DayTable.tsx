import { useTranslation } from 'react-i18next';
import { SideScroll } from '../SideScroll.tsx';
import { dayNames } from './days.ts';
import classes from './Report.module.css';

interface DayTableProps<Day> {
  label: string;
  days: readonly Day[];
  /** Title and value of each column but the day. */
  columns: readonly { title: string; say(day: Day): string }[];
}

/** Each day of a period in figures, the last first; for who reads rather than looks. */
export function DayTable<Day extends { day: string }>({ label, days, columns }: DayTableProps<Day>) {
  const { t, i18n } = useTranslation('usage');
  const dayName = dayNames(i18n.language);
  return (
    // A scrollable region must be reachable by keyboard.
    <SideScroll className={classes.scroll} pinned role="region" tabIndex={0} aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" data-number>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayName(day.day)}</th>
              {columns.map(({ title, say }) => (
                <td key={title} data-number>
                  {say(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}
