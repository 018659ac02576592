import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '@tandem/db';
import { makeColleague } from '@tandem/db/testing/factories/index';

/** Somebody of a team, and an open invitation to it: what calls about people are given. */
export interface Bystander {
  userId: number;
  invitationId: string;
}

export async function makeBystander(db: Db, teamId: string, inviterId: number): Promise<Bystander> {
  const { id: userId } = await makeColleague(db, teamId);
  const { id: invitationId } = await db
    .insertInto('invitation')
    .values({
      teamId,
      email: `${randomUUID()}@example.test`,
      role: 'guest',
      inviterId,
      tokenHash: randomBytes(32),
      expiresAt: new Date(Date.now() + 60 * 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId, invitationId };
}
