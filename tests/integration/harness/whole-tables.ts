import type { Db } from '@tandem/db';
import { DeleteQueryNode, type KyselyPlugin, UpdateQueryNode } from 'kysely';

/** Refuses a statement that would change every row of a table. */
const refuseWholeTables: KyselyPlugin = {
  transformQuery({ node }) {
    if ((UpdateQueryNode.is(node) || DeleteQueryNode.is(node)) && !node.where)
      throw new Error(
        'This changes a whole table of a server that other test files share: name the rows, or take useOwnServer.',
      );
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** The database of a server that several test files share: a file may change only rows that it names. */
export const sharedDb = (db: Db): Db => db.withPlugin(refuseWholeTables);
