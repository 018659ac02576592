import { beforeCommit, checkedBeforeCommit, type Db, transaction } from '@tandem/db';
import { othersSee, seenByAudience } from '../../access/policy/access.audience.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { type DocumentTools, ToolError, type Touched } from '../../ai/tools/types.ts';
import { systemContext, type UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { placeFor } from '../../workspace/channel/channel.rules.ts';
import { listChannels } from '../../workspace/channel/list.ts';
import type { GivenContent } from '../edit/operations.ts';
import { appendContent, readContent } from '../model/content.ts';
import { keepVersion } from '../version/keep.ts';
import { type Asking, askedDocument, judgeApproval } from './consent.ts';
import { makeDocument } from './create.ts';
import { fillDocument, firstState } from './make.ts';
import { fitText } from './reading.ts';

/** Documents that a search by name answers. */
const MAX_FOUND = 20;

/** The asker of an assistant, and the place. */
export interface ToolOwner extends Asking {
  appId: string;
}

/**
 * Document tools of one turn on behalf of its asker: documents they may edit, loaded again at each call, and
 * without consent only those that every reader of the answer may see.
 */
export function documentTools(platform: Platform, owner: ToolOwner): DocumentTools {
  const { userId, appId, channelId } = owner;
  const { db, committed } = platform.database;
  const ctx: UserContext = {
    ...systemContext(platform, 'turn'),
    actor: { kind: 'user', userId, sessionId: '', teamId: owner.teamId },
  };

  /**
   * Checks everybody a call concerns by their current rights.
   * @throws AppError, ToolError
   */
  async function judged(tx: Db, touched: Touched, approvedBy: number | undefined): Promise<LoadedChannel> {
    const { channel, needsConsent } = await askedDocument(tx, owner, touched);
    if (approvedBy !== undefined) await judgeApproval(tx, owner, approvedBy, [touched], { isEdited: false });
    else if (needsConsent) throw new ToolError(UNASKED);
    return channel;
  }

  return {
    async find(name) {
      const wanted = name.toLowerCase();
      const own = (await listChannels(db, ctx.actor, appId))
        .filter((channel) => channel.kind === 'document' && channel.abilities.edit && !channel.archivedAt)
        .filter((channel) => channel.name.toLowerCase().includes(wanted));
      const ids = own.map(({ id }) => id);
      const seen = await seenByAudience(db, channelId, ids);
      const documents = own
        .filter(({ id }) => seen.has(id))
        .sort((a, b) => b.activeAt.getTime() - a.activeAt.getTime())
        .slice(0, MAX_FOUND)
        .map((channel) => ({ id: channel.id, name: channel.name }));
      return { documents, isWhole: !(await othersSee(db, ctx.actor, channelId)) };
    },

    read: (id, approvedBy) =>
      forModel(async () => {
        const touched: Touched = { kind: 'document', id, action: 'read' };
        await judged(db, touched, approvedBy);
        const { markdown } = await readContent(db, id);
        // Checked again after reading, which may have taken a while: this releases the content.
        return transaction(db, async (tx) => {
          const { name } = await judged(tx, touched, approvedBy);
          beforeCommit(tx, () => judged(tx, touched, approvedBy));
          return { name, markdown };
        });
      }),

    create: ({ title, markdown }) =>
      forModel(async () => {
        const at = { appId, parentId: channelId };
        const place = await placeFor(db, ctx.actor, at);
        const first = await firstState(ctx, writtenByModel(markdown));
        const held = checkedBeforeCommit(db, () => placeFor(committed, ctx.actor, at));
        const { id, name } = await makeDocument(
          { ...ctx, db: held },
          place,
          { name: title },
          (tx, documentId) => fillDocument(ctx, tx, documentId, first),
        );
        return { id, name };
      }),

    append: (id, markdown, approvedBy) =>
      forModel(async () => {
        const touched: Touched = { kind: 'document', id, action: 'write' };
        const { name } = await judged(db, touched, approvedBy);
        await appendContent(platform, id, {
          userId,
          content: writtenByModel(markdown),
          async judge(tx) {
            await judged(tx, touched, approvedBy);
            beforeCommit(tx, () => judged(tx, touched, approvedBy));
          },
          keepBefore: true,
          async store(tx, { before }, seq) {
            const kept = before && { seq, ...before };
            if (kept) await keepVersion(tx, platform, { documentId: id, kept, cause: 'ai', userId });
          },
        });
        return { name };
      }),

    needsConsent: (touched) => forModel(async () => (await askedDocument(db, owner, touched)).needsConsent),
  };
}

function writtenByModel(markdown: string): GivenContent {
  return { ...fitText({ format: 'markdown', text: markdown }), isFromModel: true };
}

const UNASKED = 'Not everyone in this channel may see this document any more, so it was left alone.';

/** Converts a refusal to a sentence for the model. */
async function forModel<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    if (err.key === 'notFound' || err.key === 'forbidden')
      throw new ToolError('There is no such document that the person who asked may edit.');
    if (err.key === 'archived') throw new ToolError('The document is archived.');
    if (['toolTarget', 'toolAsker', 'toolAskerOnly'].includes(err.key))
      throw new ToolError('The person who approved this may not approve it any more, so it was not run.');
    throw new ToolError('The document cannot take that.', err);
  }
}
