import { appRouter } from '@tandem/api';
import { type Context, systemContext } from '@tandem/api/core/context';
import type { Platform } from '@tandem/api/core/platform';
import { findOrCreateAccount } from '@tandem/api/people/join/user.join';
import { fitPersonalApp } from '@tandem/api/workspace/app/personal';
import { transaction } from '@tandem/db';
import { makeMember, makeMessage, makeUser } from '@tandem/db/testing/factories/index';
import { apps, people, type SeedChannel } from './content.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;

/**
 * Fills an empty installation with a team at work. Spaces, apps and channels are made by the calls that people make;
 * members and messages are stored directly, because they have other authors and need no model.
 */
export async function seedTeam(platform: Platform): Promise<void> {
  const ctx = systemContext(platform, 'seed');
  const [founder] = people;
  if (!founder) return;
  const account = await transaction(ctx.db, (tx) =>
    findOrCreateAccount({ ...ctx, db: tx }, { ...founder, language: 'en', setupProven: true }),
  );
  const { teamId } = await ctx.db
    .selectFrom('member')
    .select('teamId')
    .where('userId', '=', account.id)
    .executeTakeFirstOrThrow();
  await ctx.db.updateTable('team').set({ name: 'Northwind' }).where('id', '=', teamId).execute();
  const userIds = [account.id];
  for (const { name, email, role } of people.slice(1)) {
    const user = await makeUser(ctx.db, { name, email });
    await makeMember(ctx.db, { teamId, userId: user.id, role });
    await transaction(ctx.db, (tx) => fitPersonalApp(ctx, tx, { teamId, userId: user.id, role }));
    userIds.push(user.id);
  }

  const caller = appRouter.createCaller(contextOf(ctx, account.id, teamId));
  const spaces = new Map((await caller.space.list()).map(({ name, id }) => [name, id]));
  for (const { space, name, channels } of apps) {
    const spaceId = spaces.get(space) ?? (await caller.space.create({ name: space })).id;
    spaces.set(space, spaceId);
    const app = await caller.app.create({ name, type: 'chat', spaceId });
    const assistant = (await caller.assistant.list({ appId: app.id }))[0];
    const target = { caller, db: ctx.db, appId: app.id, assistantId: assistant?.id ?? null, userIds };
    for (const channel of channels) await addChannel(target, channel, null);
  }
}

interface SeedTarget {
  caller: Caller;
  db: Context['db'];
  appId: string;
  assistantId: string | null;
  userIds: number[];
}

async function addChannel(
  target: SeedTarget,
  { name, messages, children = [] }: SeedChannel,
  parentId: string | null,
) {
  const { caller, db, appId, assistantId, userIds } = target;
  const channel = await caller.channel.create({ appId, name, parentId });
  for (const { by, parts } of messages)
    await makeMessage(db, {
      channelId: channel.id,
      parts,
      ...(by === 'assistant'
        ? { role: 'assistant', assistantId }
        : { role: 'user', authorId: userIds[by] ?? null }),
    });
  for (const child of children) await addChannel(target, child, channel.id);
}

function contextOf(ctx: Context, userId: number, teamId: string): Context {
  return { ...ctx, actor: { kind: 'user', userId, sessionId: '', teamId } };
}
