import { sql } from 'kysely';
import { mailboxOf } from '../../running/mailbox.ts';
import { type Person, signUp } from '../../running/people.ts';
import type { Installation } from './installation.ts';

let count = 0;

/** Makes another member of the owner's team. */
export async function makeColleague(
  installation: Pick<Installation, 'url' | 'server' | 'mail'>,
  name: string,
): Promise<Person> {
  const { db } = await installation.server.database();
  await db.updateTable('team').set({ preference: sql`"preference" || '{"registration": "open"}'` }).execute();
  return signUp(installation.url, mailboxOf(installation.mail), `colleague${++count}@example.test`, name);
}
