import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Whether a schedule sent the message that this one answers. */
export async function isScheduled(db: Db, answerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('message as answer')
    .innerJoin('message as question', 'question.id', 'answer.parentId')
    .select('question.id')
    .where('answer.id', '=', answerId)
    .where(sql<boolean>`"question"."parts" @> '[{"type": "data-trigger"}]'`)
    .executeTakeFirst();
  return found !== undefined;
}
