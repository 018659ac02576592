import type { Db } from '@tandem/db';
import { seenByRoom } from '../../access/policy/access.audience.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import type { Touched } from '../../ai/tools/types.ts';
import { AppError } from '../../core/errors.ts';

/** A call of an assistant's tool: who asked the assistant, and the channel in which its result will be read. */
export interface Asking {
  userId: number;
  teamId: string;
  channelId: string;
}

/** Tools read and write only what their people may edit. */
async function documentFor(db: Db, userId: number, teamId: string, id: string): Promise<LoadedChannel> {
  const channel = await channelFor(db, { userId }, id, 'channel.edit');
  if (channel.kind !== 'document' || channel.teamId !== teamId) throw new AppError('notFound');
  return channel;
}

/** What the person who asked may touch, as it concerns consent. */
export interface AskedDocument {
  channel: LoadedChannel;
  /** Whether everyone who sees the channel may see it. */
  seenByAll: boolean;
  /** Whether somebody has to approve the call. */
  needsConsent: boolean;
}

/**
 * Loads a document for the person who asked. Consent is needed where not everyone who will read the result may see the
 * document, and for writing beyond the app of the channel, where others than those of the channel read.
 * @param appId of the channel
 * @throws AppError `notFound`, `forbidden`, `archived`
 */
export async function askedDocument(
  db: Db,
  { userId, teamId, channelId, appId }: Asking & { appId: string },
  { id, action }: Touched,
): Promise<AskedDocument> {
  const channel = await documentFor(db, userId, teamId, id);
  const seenByAll = (await seenByRoom(db, channelId, [id])).has(id);
  return { channel, seenByAll, needsConsent: !seenByAll || (action === 'write' && channel.appId !== appId) };
}

/**
 * Holds that a person may approve a call that touches these: as much as they may themselves, and no more than who asked
 * may. What not everyone in the channel may see only the person who asked approves.
 * @param isEdited whether what is touched was named by who approves, and not by the model
 * @throws AppError `toolTarget` for what they may not see, `forbidden`, `archived`, `toolAskerOnly`, `toolAsker`
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
    // What the model named is there; what they named themselves is to them as if it was not.
    if (refusal?.key === 'notFound')
      throw new AppError(isEdited || isAsker ? 'toolTarget' : 'toolAskerOnly', {}, refusal);
    if (refusal) throw refusal;
    if (isAsker) continue;
    if (await refusalFor(db, userId, teamId, id)) throw new AppError('toolAsker');
    if (!(await seenByRoom(db, channelId, [id])).has(id)) throw new AppError('toolAskerOnly');
  }
}

/** Why a person may not use a document; null when they may. */
async function refusalFor(db: Db, userId: number, teamId: string, id: string): Promise<AppError | null> {
  try {
    await documentFor(db, userId, teamId, id);
    return null;
  } catch (err) {
    if (err instanceof AppError) return err;
    throw err;
  }
}
