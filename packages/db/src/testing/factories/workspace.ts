import { randomUUID } from 'node:crypto';
import { levelRank } from '@tandem/shared/access/permissions';
import { type Scope, scopeOfApp, scopeOfChannel } from '@tandem/shared/access/scope';
import { generateKeyBetween } from 'fractional-indexing';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database.ts';
import type { AppTable } from '../../tables/app.ts';
import type { ChannelTable } from '../../tables/channel.ts';
import type { SpaceTable } from '../../tables/team.ts';

let lastSort: string | null = null;
/** A key behind every other that this process made. */
function nextSort(): string {
  lastSort = generateKeyBetween(lastSort, null);
  return lastSort;
}

/** A space of a team, behind its others. */
export function makeSpace(
  db: Db,
  values: Pick<Insertable<SpaceTable>, 'teamId'> & Partial<Insertable<SpaceTable>>,
): Promise<Selectable<SpaceTable>> {
  return db
    .insertInto('space')
    .values({ name: 'Space', sort: nextSort(), ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A chat app, open to the team at edit by default; its creator has a manage grant. */
export async function makeApp(
  db: Db,
  values: Pick<Insertable<AppTable>, 'teamId' | 'spaceId' | 'creatorId'> & Partial<Insertable<AppTable>>,
): Promise<Selectable<AppTable>> {
  const app = await db
    .insertInto('app')
    .values({ type: 'chat', name: 'Chat', sort: nextSort(), ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
  await makeGrant(db, {
    teamId: app.teamId,
    targetId: app.id,
    userId: app.creatorId,
    level: levelRank.manage,
  });
  return app;
}

/**
 * A channel of an app with its head, its scope worked out from where it stands; its creator holds the grant of
 * rank manage.
 */
export async function makeChannel(
  db: Db,
  values: Pick<Insertable<ChannelTable>, 'appId' | 'creatorId'> & Partial<Insertable<ChannelTable>>,
): Promise<Selectable<ChannelTable>> {
  const app = await db.selectFrom('app').selectAll().where('id', '=', values.appId).executeTakeFirstOrThrow();
  const id = values.id ?? randomUUID();
  const node = { id, visibility: values.visibility ?? 'inherit', level: values.level ?? null };
  const parent: Scope = values.parentId ? await scopeOf(db, values.parentId) : scopeOfApp(app);
  const channel = await db
    .insertInto('channel')
    .values({
      teamId: app.teamId,
      kind: 'chat',
      name: 'Channel',
      sort: nextSort(),
      ...scopeOfChannel(node, parent),
      ...values,
      id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db.insertInto('channel_head').values({ channelId: id }).execute();
  await makeGrant(db, {
    teamId: app.teamId,
    targetId: id,
    userId: channel.creatorId,
    level: levelRank.manage,
  });
  return channel;
}

async function scopeOf(db: Db, channelId: string): Promise<Scope> {
  return db
    .selectFrom('channel')
    .select(['accessPath', 'teamLevel'])
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow();
}

/** Sets a person's level (1 to 4) on an app or channel. */
export async function makeGrant(
  db: Db,
  values: { teamId: string; targetId: string; userId: number; level: number; granterId?: number },
): Promise<void> {
  await db
    .insertInto('grant')
    .values(values)
    .onConflict((conflict) => conflict.columns(['targetId', 'userId']).doUpdateSet({ level: values.level }))
    .execute();
}
