import type { DifferenceCell, TableDifference } from '@tandem/shared/version/difference';
import classes from './BlockView.module.css';
import { Runs } from './Runs.tsx';
import { isOn, runsOn, type Side } from './side.ts';

const presenceOf = (change: DifferenceCell['change']) => (change === 'changed' ? 'same' : change);

/** A table with the rows, columns and words that came and went. */
export function TableView({ table, side }: { table: TableDifference; side: Side }) {
  const headers = (side === 'before' ? table.before : (table.after ?? table.before))?.headerRows ?? 0;
  let place = 0;
  return (
    <div className={classes.tableFrame}>
      <table className={classes.table}>
        <tbody>
          {table.rows
            .filter(({ change }) => isOn(side, presenceOf(change)))
            .map((row, index) => {
              const Cell = index < headers ? 'th' : 'td';
              return (
                <tr key={place++} data-change={row.change}>
                  {row.cells
                    .filter(({ change }) => isOn(side, presenceOf(change)))
                    .map((cell) => (
                      <Cell key={place++} data-change={cell.change}>
                        <Runs runs={runsOn(side, cell.runs)} />
                      </Cell>
                    ))}
                </tr>
              );
            })}
        </tbody>
      </table>
    </div>
  );
}
