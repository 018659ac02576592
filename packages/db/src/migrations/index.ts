import type { Migration } from 'kysely/migration';
import * as foundation from './0001_foundation.ts';
import * as treeChanges from './0002_tree_changes.ts';
import * as messageRoots from './0003_message_roots.ts';

/** Every migration, in order. A name is for ever; a change is a new one. */
export const migrations: Record<string, Migration> = {
  '0001_foundation': foundation,
  '0002_tree_changes': treeChanges,
  '0003_message_roots': messageRoots,
};
