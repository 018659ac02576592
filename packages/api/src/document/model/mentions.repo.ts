import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** A person mentioned in a block. */
export interface DocumentMention {
  userId: number;
  blockId: string;
}

/** People a document mentioned when mentions were last compared, as of its change `seq`. */
export interface HeldMentions {
  seq: number;
  list: DocumentMention[];
}

/** Returns a document's place and its former mentions, with its row locked; undefined when it is gone. */
export function lockMentions(
  tx: Db,
  documentId: string,
): Promise<{ seq: number; teamId: string; appId: string; mentions: HeldMentions | null } | undefined> {
  return tx
    .selectFrom('document')
    .innerJoin('channel', 'channel.id', 'document.channelId')
    .select(['document.seq', 'document.teamId', 'channel.appId', 'document.mentions'])
    .where('document.channelId', '=', documentId)
    .forUpdate('document')
    .executeTakeFirst();
}

/** Stores a document's current mentions. */
export async function storeMentions(tx: Db, documentId: string, mentions: HeldMentions): Promise<void> {
  await tx
    .updateTable('document')
    .set({ mentions: sql<HeldMentions>`${JSON.stringify(mentions)}::jsonb` })
    .where('channelId', '=', documentId)
    .execute();
}

/** Returns people who changed a document after its change `seq`, the latest first. */
export async function writersAfter(tx: Db, documentId: string, seq: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('document_update')
    .select('userId')
    .where('documentId', '=', documentId)
    .where('seq', '>', seq)
    .where('userId', 'is not', null)
    .groupBy('userId')
    .orderBy((eb) => eb.fn.max('seq'), 'desc')
    .execute();
  return rows.flatMap(({ userId }) => userId ?? []);
}
