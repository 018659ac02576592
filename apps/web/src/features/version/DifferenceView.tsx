import type { DifferenceChange } from '@tandem/shared/version/difference';
import type { Comparison } from '@tandem/shared/version/schema';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockView } from './BlockView.tsx';
import { ChangeNote } from './ChangeNote.tsx';
import classes from './DifferenceView.module.css';
import { ordinals, type Row, rowsOf } from './rows.ts';
import { useVersionTitle } from './use-words.ts';

/** The sign at the edge of a changed block, so that colour is not needed. */
const signs: Record<Exclude<DifferenceChange, 'same'>, string> = {
  added: '+',
  removed: '−',
  changed: '~',
  movedFrom: '↕',
  movedTo: '↕',
};

interface DifferenceViewProps {
  comparison: Comparison;
  /** Both states in one column, as on a phone. */
  oneColumn: boolean;
}

/** Two states of a document side by side, with additions and removals marked. */
export function DifferenceView({ comparison: { from, to, difference }, oneColumn }: DifferenceViewProps) {
  const { t } = useTranslation('version');
  const titleOf = useVersionTitle();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const { entries } = difference;
  const rows = useMemo(() => rowsOf(entries, opened), [entries, opened]);
  const numbers = useMemo(
    () => ({ before: ordinals(entries, 'before'), after: ordinals(entries, 'after') }),
    [entries],
  );
  const before = from ? titleOf(from) : t('compare.empty');
  const after = to ? titleOf(to) : t('compare.nowTitle');
  return (
    <div className={classes.view} data-one-column={oneColumn || undefined}>
      <div className={classes.heads}>
        {oneColumn ? (
          <span className={classes.head}>{t('compare.both', { before, after })}</span>
        ) : (
          <>
            <span className={classes.head}>{before}</span>
            <span className={classes.head}>{after}</span>
          </>
        )}
      </div>
      {difference.isCoarse && <p className={classes.coarse}>{t('compare.coarse')}</p>}
      {rows.map((row) =>
        row.kind === 'gap' ? (
          <button
            key={`gap ${row.index}`}
            type="button"
            className={classes.gap}
            onClick={() => setOpened(new Set([...opened, row.index]))}
          >
            {t('compare.unchanged', { count: row.count })}
          </button>
        ) : (
          <EntryRow
            key={row.index}
            row={row}
            oneColumn={oneColumn}
            numberBefore={numbers.before.get(row.index)}
            numberAfter={numbers.after.get(row.index)}
          />
        ),
      )}
    </div>
  );
}

interface EntryRowProps {
  row: Row & { kind: 'entry' };
  oneColumn: boolean;
  numberBefore: number | undefined;
  numberAfter: number | undefined;
}

/** A block of either state, or of both. */
const EntryRow = memo(function EntryRow({ row, oneColumn, numberBefore, numberAfter }: EntryRowProps) {
  const { t } = useTranslation('version');
  const { entry, stop } = row;
  const { change, before, after } = entry;
  const label = change === 'same' ? undefined : t(`change.${change}`);
  const sign = change !== 'same' && (
    <span className={classes.sign} aria-hidden>
      {signs[change]}
    </span>
  );
  const head = after ?? before;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame
    <div
      className={classes.row}
      role="group"
      aria-label={label}
      data-change={change}
      data-stop={stop ?? undefined}
      tabIndex={stop === null ? undefined : -1}
    >
      {oneColumn ? (
        <div className={classes.cell} data-side="both">
          {sign}
          <ChangeNote entry={entry} />
          {head && <BlockView entry={entry} head={head} side="both" ordinal={numberAfter ?? numberBefore} />}
        </div>
      ) : (
        <>
          <div className={classes.cell} data-side="before" data-empty={before === null || undefined}>
            {before && (
              <>
                {sign}
                {change === 'movedFrom' && <ChangeNote entry={entry} />}
                <BlockView entry={entry} head={before} side="before" ordinal={numberBefore} />
              </>
            )}
          </div>
          <div className={classes.cell} data-side="after" data-empty={after === null || undefined}>
            {after && (
              <>
                {sign}
                <ChangeNote entry={entry} />
                <BlockView entry={entry} head={after} side="after" ordinal={numberAfter} />
              </>
            )}
          </div>
        </>
      )}
    </div>
  );
});
