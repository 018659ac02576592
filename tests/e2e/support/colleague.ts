import { sql } from 'kysely';
import { mailboxOf } from '../../running/mailbox.ts';
import { type Person, signUp } from '../../running/people.ts';
import type { Stage } from './stage.ts';

let count = 0;

/** Somebody else of the owner's team. */
export async function makeColleague(
  stage: Pick<Stage, 'url' | 'server' | 'mail'>,
  name: string,
): Promise<Person> {
  const { db } = await stage.server.database();
  await db.updateTable('team').set({ preference: sql`"preference" || '{"registration": "open"}'` }).execute();
  return signUp(stage.url, mailboxOf(stage.mail), `colleague${++count}@example.test`, name);
}
