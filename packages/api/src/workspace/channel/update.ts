import { transaction } from '@tandem/db';
import type { Channel, UpdateChannel } from '@tandem/shared/channel/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { Context, UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { nameIfUnnamed, teamOfUnnamed, updateChannelRow } from './channel.repo.ts';
import { readChannel } from './list.ts';

/** Changes name, icon, description or when the assistant answers. @throws AppError `notFound` when it went to the bin meanwhile */
export async function updateChannel(
  ctx: UserContext,
  { teamId }: LoadedChannel,
  { channelId, ...values }: UpdateChannel,
): Promise<Channel> {
  if (Object.values(values).some((value) => value !== undefined))
    await transaction(ctx.db, async (tx) => {
      const revision = await nextTreeRevision(tx, teamId);
      if (!(await updateChannelRow(tx, channelId, { ...values, revision }))) throw new AppError('notFound');
      announceTree(ctx.platform, tx, teamId, { revision, channelIds: [channelId] });
    });
  return readChannel(ctx.db, ctx.actor, channelId);
}

/**
 * Names a channel after its first answer, unless someone has named it. Takes the team's row: call it outside
 * transactions that hold the channel's.
 * @param title the name as a person would read it; shortened and cleaned here
 * @returns whether the name was taken
 */
export async function setTitle(
  ctx: Pick<Context, 'db' | 'platform'>,
  channelId: string,
  title: string,
): Promise<boolean> {
  const name = asName(title);
  const teamId = name === '' ? null : await teamOfUnnamed(ctx.db, channelId);
  if (teamId === null) return false;
  return transaction(ctx.db, async (tx) => {
    const revision = await nextTreeRevision(tx, teamId);
    const named = await nameIfUnnamed(tx, channelId, name, revision);
    if (named) announceTree(ctx.platform, tx, teamId, { revision, channelIds: [channelId] });
    return named;
  });
}

/** Longest title, in characters; people may write longer names themselves. */
const MAX_TITLE_LENGTH = 60;

/** One line without control characters, cut between words where that is possible. */
export function asName(title: string): string {
  const line = title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  if (characters.length <= MAX_TITLE_LENGTH) return line;
  const cut = characters.slice(0, MAX_TITLE_LENGTH - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > MAX_TITLE_LENGTH / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
