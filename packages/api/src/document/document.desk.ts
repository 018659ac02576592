import { channelFor, type LoadedChannel } from '../access/access.rules.ts';
import { type DocumentDesk, ToolError } from '../ai/tools/types.ts';
import { createChannel } from '../channel/channel.create.ts';
import { listChannels } from '../channel/channel.list.ts';
import { placeFor } from '../channel/channel.rules.ts';
import { systemContext, type UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { Platform } from '../core/platform.ts';
import { keepVersion } from '../version/version.keep.ts';
import { keptStateOf } from '../version/version.state.ts';
import { appendContent, readContent } from './document.content.ts';
import { readText } from './document.reading.ts';
import { withoutRemoteFiles } from './document.remote.ts';

/** Documents that a search by name answers. */
const MAX_FOUND = 20;

/** Who asked an assistant, and where. */
export interface DeskOwner {
  userId: number;
  teamId: string;
  appId: string;
  channelId: string;
}

/**
 * Documents for the tools of one turn, as its person may use them: those that they may edit, looked up again at each
 * call.
 */
export function documentDesk(
  platform: Platform,
  { userId, teamId, appId, channelId }: DeskOwner,
): DocumentDesk {
  const { db } = platform.database;
  const ctx: UserContext = {
    ...systemContext(platform, 'turn'),
    actor: { kind: 'user', userId, sessionId: '', teamId },
  };
  const documentFor = (documentId: string): Promise<LoadedChannel> =>
    forModel(async () => {
      const channel = await channelFor(db, ctx.actor, documentId, 'channel.edit');
      if (channel.kind !== 'document' || channel.teamId !== teamId) throw new AppError('notFound');
      return channel;
    });

  return {
    async find(name) {
      const wanted = name.toLowerCase();
      return (await listChannels(db, ctx.actor, appId))
        .filter((channel) => channel.kind === 'document' && channel.abilities.edit && !channel.archivedAt)
        .filter((channel) => channel.name.toLowerCase().includes(wanted))
        .sort((a, b) => b.activeAt.getTime() - a.activeAt.getTime())
        .slice(0, MAX_FOUND)
        .map((channel) => ({ id: channel.id, name: channel.name }));
    },

    async read(documentId) {
      const { name } = await documentFor(documentId);
      const { markdown } = await readContent(db, documentId);
      return { name, markdown };
    },

    create: ({ title, markdown }) =>
      forModel(async () => {
        const blocks = withoutRemoteFiles(await readText({ format: 'markdown', text: markdown }, userId));
        const place = await placeFor(db, ctx.actor, { appId, parentId: channelId });
        const { id, name } = await createChannel(ctx, place, { appId, kind: 'document', name: title });
        await appendContent(platform, id, { userId, blocks });
        return { id, name };
      }),

    async append(documentId, markdown) {
      const { name } = await documentFor(documentId);
      await forModel(async () => {
        const blocks = withoutRemoteFiles(await readText({ format: 'markdown', text: markdown }, userId));
        await appendContent(platform, documentId, {
          userId,
          blocks,
          before: (stored, tx) =>
            keepVersion(tx, platform, { documentId, kept: keptStateOf(stored), cause: 'ai', userId }),
        });
      });
      return { name };
    },

    async isElsewhere(documentId) {
      return (await documentFor(documentId)).appId !== appId;
    },
  };
}

/** What a person may not do, as a model is told. */
async function forModel<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    if (err.key === 'notFound' || err.key === 'forbidden')
      throw new ToolError('There is no such document that the person who asked may edit.');
    if (err.key === 'archived') throw new ToolError('The document is archived.');
    throw new ToolError('The document cannot take that.', err);
  }
}
