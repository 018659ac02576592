import { transaction } from '@tandem/db';
import type { Channel, UpdateChannel } from '@tandem/shared/channel/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { Context, UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { nameIfUnnamed, teamOfUnnamed, updateChannelRow } from './channel.repo.ts';
import { readChannel } from './list.ts';

/**
 * Changes a channel's name, icon, description or answering mode.
 * @throws AppError `notFound` when it went to the bin meanwhile
 */
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
 * Titles a channel after its first answer, unless someone has named it. Locks the team's row: call it outside
 * transactions that lock the channel's.
 * @param title shortened and cleaned here
 * @returns whether the title was used
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

/** Maximum characters of a title; people may enter longer names. */
const MAX_TITLE_LENGTH = 60;

/** Returns one line without control characters, cut between words if possible. */
export function asName(title: string): string {
  const line = title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  if (characters.length <= MAX_TITLE_LENGTH) return line;
  const cut = characters.slice(0, MAX_TITLE_LENGTH - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > MAX_TITLE_LENGTH / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
