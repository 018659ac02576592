import { type Db, transaction } from '@tandem/db';
import { spell } from '@tandem/shared/search/spelling';
import { steadyMs } from '../../core/timing/steady.ts';
import { pacer } from '../../core/timing/yield.ts';
import { lockUnspelt, type Named, namedTables, writeSpellings } from './spell.repo.ts';

/** Names spelt in one transaction. */
const BATCH = 200;
/** Maximum milliseconds of one call; the next one continues. */
const PATIENCE_MS = 45_000;

/**
 * Spells names that were stored without their spelling, as by an earlier version.
 * @returns how many
 */
export async function spellNames(db: Db, patience = PATIENCE_MS): Promise<number> {
  const until = steadyMs() + patience;
  let count = 0;
  for (const table of namedTables)
    for (let spelt = BATCH; spelt === BATCH && steadyMs() < until; ) {
      spelt = await transaction(db, (tx) => spellBatch(tx, table));
      count += spelt;
    }
  return count;
}

async function spellBatch(tx: Db, table: Named): Promise<number> {
  const rows = await lockUnspelt(tx, table, BATCH);
  if (rows.length === 0) return 0;
  const rest = pacer();
  const spellings: { id: string; spelling: string }[] = [];
  for (const { id, name } of rows) {
    spellings.push({ id, spelling: spell(name, table === 'user' ? 'person' : 'thing') });
    if (rest.isDue()) await rest.taken();
  }
  await writeSpellings(tx, table, spellings);
  return rows.length;
}
