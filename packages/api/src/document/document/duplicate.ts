import { type Db, transaction } from '@tandem/db';
import type { Channel } from '@tandem/shared/channel/schema';
import {
  type DocumentInfo,
  type DuplicateDocument,
  MAX_COPIED_MEGABYTES,
  MAX_COPIES,
} from '@tandem/shared/document/requests';
import { MAX_NAME } from '@tandem/shared/user/schema';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { copyFiles } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { say } from '../../core/language.ts';
import type { Place } from '../../workspace/channel/channel.rules.ts';
import { listChannels } from '../../workspace/channel/list.ts';
import { setChannelVisibility } from '../../workspace/scope/channel.scope.ts';
import { updateAppearance } from '../model/info.repo.ts';
import { readInfo } from '../model/info.ts';
import { makeDocument } from './create.ts';
import { type CopiedContent, contentForCopy } from './duplicate.content.ts';
import { type FirstState, fillDocument, firstState } from './make.ts';

/** A document that is to be copied, with those below it in the order of the tree. */
interface Source {
  channel: Channel;
  content: CopiedContent;
  below: Source[];
}

/** Initial states of the copies, by the ids of their originals. */
type FirstStates = Map<string, FirstState>;

/**
 * Duplicates a document beside it, with text, files and appearance, and the documents below it that the actor
 * sees, but without discussions, versions and chats. Copies of private documents are private to the actor.
 * All or nothing; a repeated `clientKey` returns the first.
 * @throws AppError `tooManyCopies`, and those of `makeDocument`
 */
export async function duplicateDocument(
  ctx: UserContext,
  document: LoadedChannel,
  place: Place,
  { withBelow, clientKey }: DuplicateDocument,
): Promise<DocumentInfo> {
  // Read and computed before anything is locked.
  const source = await sourceOf(ctx, document, withBelow);
  const firsts = await firstStates(ctx, source);
  const id = await transaction(ctx.db, (tx) =>
    copyInto({ ...ctx, db: tx }, place, source, {
      name: copyName(ctx, document.name),
      clientKey,
      firsts,
    }),
  );
  return readInfo(ctx.db, ctx.actor, id);
}

async function sourceOf(
  ctx: UserContext,
  { id: documentId, appId }: LoadedChannel,
  withBelow: boolean,
): Promise<Source> {
  const { db, actor } = ctx;
  const channels = await listChannels(db, actor, appId);
  const document = channels.find(({ id }) => id === documentId);
  if (!document) throw new AppError('notFound');
  let count = 0;
  let size = 0;
  const read = async (channel: Channel): Promise<Source> => {
    count += 1;
    if (count > MAX_COPIES) throw tooMuch();
    const content = await contentForCopy(ctx, channel.id);
    size += content.size;
    // A single one is bounded by a document's limits.
    if (count > 1 && size > MAX_COPIED_MEGABYTES * 1024 * 1024) throw tooMuch();
    const children = channels.filter(
      ({ parentId, kind, archivedAt }) =>
        withBelow && parentId === channel.id && kind === 'document' && archivedAt === null,
    );
    const below: Source[] = [];
    for (const child of children) below.push(await read(child));
    return { channel, content, below };
  };
  return read(document);
}

/** Computes the initial states of the copies, which refer to the copies of their files. */
async function firstStates(
  ctx: UserContext,
  source: Source,
  firsts: FirstStates = new Map(),
): Promise<FirstStates> {
  const { blocksJson, fileIds } = source.content;
  firsts.set(source.channel.id, await firstState(ctx, { json: blocksJson, fileIds: [...fileIds] }));
  for (const below of source.below) await firstStates(ctx, below, firsts);
  return firsts;
}

function tooMuch(): AppError {
  return new AppError('tooManyCopies', { count: MAX_COPIES, megabytes: MAX_COPIED_MEGABYTES });
}

/** @returns the id of the copy */
async function copyInto(
  within: UserContext,
  place: Place,
  source: Source,
  { name, clientKey, firsts }: { name: string; clientKey?: string | undefined; firsts: FirstStates },
): Promise<string> {
  const { icon, description } = source.channel;
  const made = await makeDocument(
    within,
    place,
    { name, icon, description, clientKey },
    async (tx, documentId) => {
      await fillCopy(within, tx, { documentId, place, source, firsts });
      // Each comes first among its siblings.
      for (const below of source.below.toReversed())
        await copyInto(within, { ...place, parentId: documentId }, below, {
          name: below.channel.name,
          firsts,
        });
    },
  );
  return made.id;
}

async function fillCopy(
  within: UserContext,
  tx: Db,
  {
    documentId,
    place,
    source,
    firsts,
  }: { documentId: string; place: Place; source: Source; firsts: FirstStates },
): Promise<void> {
  const { channel, content } = source;
  const to = { id: documentId, teamId: place.teamId };
  await copyFiles(tx, content.fileIds, { from: channel.id, to });
  await fillDocument(within, tx, documentId, firsts.get(channel.id) ?? null);
  await updateAppearance(tx, documentId, content.appearance);
  if (channel.visibility !== 'private') return;
  const copy = await channelFor(tx, within.actor, documentId, 'channel.manage');
  await setChannelVisibility(within, copy, 'private');
}

function copyName({ language }: UserContext, name: string): string {
  if (name === '') return '';
  return [...say(language, 'common:copy.name', { name })].slice(0, MAX_NAME).join('').trimEnd();
}
