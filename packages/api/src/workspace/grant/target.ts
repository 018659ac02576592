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
  /** Rank of its own default permission; null: none of its own. */
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
 * Loads what an input names. Where both are named, both are looked at first, so that the answer tells nothing of
 * what one may not see.
 * @throws AppError `notFound`, `forbidden`, `invalidInput` when not exactly one is named
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

/** Guards a procedure by viewing or managing what its input names; the operation receives `ctx.target`. */
export function targetRule<Input extends GrantTarget>(
  action: TargetAction,
): AccessRule<Input, { target: LoadedTarget }> {
  return {
    action: `grant.${action}`,
    check: async (ctx, input) => ({ target: await targetFor(ctx.db, ctx.actor, input, action) }),
  };
}

/**
 * Guards taking a person's grant away: one's own needs only that one sees the thing. Nobody leaves an app of their own:
 * that they hold it is what makes it theirs.
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
