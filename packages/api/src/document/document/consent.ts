import type { Db } from '@tandem/db';
import { seenByAudience } from '../../access/policy/access.audience.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import type { Touched } from '../../ai/tools/types.ts';
import { AppError } from '../../core/errors.ts';

/** A tool call: the asker of the assistant, and the channel whose audience will read the result. */
export interface Asking {
  userId: number;
  teamId: string;
  channelId: string;
}

/** Tools read and write only documents their people may edit. */
async function documentFor(db: Db, userId: number, teamId: string, id: string): Promise<LoadedChannel> {
  const channel = await channelFor(db, { userId }, id, 'channel.edit');
  if (channel.kind !== 'document' || channel.teamId !== teamId) throw new AppError('notFound');
  return channel;
}

/** A document the asker may touch, with the facts that decide about consent. */
export interface AskedDocument {
  channel: LoadedChannel;
  /** Whether everyone who sees the channel may see it. */
  seenByAll: boolean;
  /** Whether somebody must approve the call. */
  needsConsent: boolean;
}

/**
 * Loads a document for the asker. Consent is needed where not everyone who will read the result may see the
 * document, and for writing outside the channel's app, whose readers differ.
 * @param appId of the channel
 * @throws AppError `notFound`, `forbidden`, `archived`
 */
export async function askedDocument(
  db: Db,
  { userId, teamId, channelId, appId }: Asking & { appId: string },
  { id, action }: Touched,
): Promise<AskedDocument> {
  const channel = await documentFor(db, userId, teamId, id);
  const seenByAll = (await seenByAudience(db, channelId, [id])).has(id);
  return { channel, seenByAll, needsConsent: !seenByAll || (action === 'write' && channel.appId !== appId) };
}

/**
 * Checks that a person may approve a call that touches these documents: both they and the asker need the
 * right. Only the asker approves a document that not everyone in the channel may see.
 * @param isEdited whether the approver, not the model, named the documents
 * @throws AppError `toolTarget` for what they cannot see, `forbidden`, `archived`, `toolAskerOnly`,
 * `toolAsker`
 */
export async function judgeApproval(
  db: Db,
  { userId, teamId, channelId }: Asking,
  deciderId: number,
  touched: readonly Touched[],
  { isEdited }: { isEdited: boolean },
): Promise<void> {
  for (const { id } of touched) {
    const isAsker = deciderId === userId;
    const refusal = await refusalFor(db, deciderId, teamId, id);
    // A document named by the model exists; one they named themselves must look missing.
    if (refusal?.key === 'notFound')
      throw new AppError(isEdited || isAsker ? 'toolTarget' : 'toolAskerOnly', {}, refusal);
    if (refusal) throw refusal;
    if (isAsker) continue;
    if (await refusalFor(db, userId, teamId, id)) throw new AppError('toolAsker');
    if (!(await seenByAudience(db, channelId, [id])).has(id)) throw new AppError('toolAskerOnly');
  }
}

/** Returns why a person may not use a document; null when they may. */
async function refusalFor(db: Db, userId: number, teamId: string, id: string): Promise<AppError | null> {
  try {
    await documentFor(db, userId, teamId, id);
    return null;
  } catch (err) {
    if (err instanceof AppError) return err;
    throw err;
  }
}
