import type { Db } from '@tandem/db';
import type { AccessLevel, ChannelVisibility } from '@tandem/shared/access/permissions';
import { levelRank } from '@tandem/shared/access/permissions';
import type { GrantTarget } from '@tandem/shared/grant/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { appFor, channelFor } from '../../access/policy/access.rules.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';

/** An app or a channel, as far as sharing it is concerned. */
export interface LoadedTarget {
  kind: 'app' | 'channel';
  id: string;
  teamId: string;
  appId: string;
  /** Null for apps and at the top of one. */
  parentId: string | null;
  name: string;
  icon: string;
  creatorId: number;
  visibility: ChannelVisibility;
  /** Rank of its own default permission; null for none. */
  level: number | null;
  /** Ids on which a grant counts, itself first. */
  path: string[];
  /** Rank of every member. */
  teamLevel: number;
  held: AccessLevel;
  /** A member's own app, which is theirs alone. */
  personal: boolean;
}

type TargetAction = 'view' | 'manage';

async function appTarget(db: Db, reader: Reader, appId: string, action: TargetAction): Promise<LoadedTarget> {
  const app = await appFor(db, reader, appId, `app.${action}`);
  const teamLevel = app.visibility === 'team' ? app.level : levelRank.none;
  return {
    ...{ ...app, kind: 'app', appId, parentId: null, path: [appId], teamLevel },
    personal: app.personalUserId !== null,
  };
}

async function channelTarget(
  db: Db,
  reader: Reader,
  channelId: string,
  action: TargetAction,
): Promise<LoadedTarget> {
  const channel = await channelFor(db, reader, channelId, `channel.${action}`);
  return { ...channel, kind: 'channel', path: channel.accessPath, personal: false };
}

/**
 * Loads the target of an input. If both kinds are named, both are checked first, so that the answer reveals
 * nothing invisible.
 * @throws AppError `notFound`, `forbidden`, `invalidInput` unless exactly one is named
 */
export async function targetFor(
  db: Db,
  reader: Reader,
  { appId, channelId }: GrantTarget,
  action: TargetAction,
): Promise<LoadedTarget> {
  const app = appId === undefined ? null : await appTarget(db, reader, appId, action);
  const channel = channelId === undefined ? null : await channelTarget(db, reader, channelId, action);
  const found = app && channel ? null : (app ?? channel);
  if (!found) throw new AppError('invalidInput', { reason: 'name either appId or channelId' });
  return found;
}

/** Guards viewing or managing the target of an input; the operation receives `ctx.target`. */
export function targetRule<Input extends GrantTarget>(
  action: TargetAction,
): AccessRule<Input, { target: LoadedTarget }> {
  return {
    action: `grant.${action}`,
    check: async (ctx, input) => ({ target: await targetFor(ctx.db, ctx.actor, input, action) }),
  };
}

/**
 * Guards removing a grant: one's own requires only seeing the target. Nobody leaves their personal app, since
 * its grant defines it.
 */
export function removeRule<Input extends GrantTarget & { userId: number }>(): AccessRule<
  Input,
  { target: LoadedTarget }
> {
  return {
    action: 'grant.manage',
    check: async ({ db, actor }, input) => {
      const target = await targetFor(db, actor, input, input.userId === actor.userId ? 'view' : 'manage');
      if (target.personal) throw new AppError('personalApp');
      return { target };
    },
  };
}
