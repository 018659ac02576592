import type { Db } from '@tandem/db';
import type { Block } from '@tandem/shared/document/blocks';
import type { DocumentFormat, DocumentReading, WrittenContent } from '@tandem/shared/document/requests';
import { holdRight } from '../../access/policy/access.hold.ts';
import { mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import type { GivenContent } from '../edit/operations.ts';
import { appendContent, readContent } from '../model/content.ts';
import { readForWriter } from '../model/readings.ts';
import { fitText } from './reading.ts';
import { type Replaced, replaceContent } from './replace.ts';
import { writeText } from './writing.ts';

export interface Written {
  content: WrittenContent;
  format: 'markdown' | 'html';
}

/**
 * Returns a document in one of the forms, and records it as the state the reader's next write is based on.
 * @throws AppError `notFound` when it is gone, and those of `writeText`
 */
export async function readAs(
  ctx: Pick<UserContext, 'db' | 'actor'>,
  { id: documentId, held }: LoadedChannel,
  format: DocumentFormat,
): Promise<DocumentReading> {
  const { db, actor } = ctx;
  const read = () => readContent(db, documentId);
  const content = mayOnChannel(held, 'channel.edit') ? readForWriter(ctx, documentId, read) : read();
  const { seq, wordCount, blocksJson, markdown, isFrozen } = await content;
  const about = { documentId, seq, wordCount, ...(isFrozen && { isFrozen: true as const }) };
  if (format === 'blocks') return { ...about, format, content: JSON.parse(blocksJson) as Block[] };
  if (format === 'markdown') return { ...about, format, content: markdown };
  return { ...about, format, content: await writeText({ blocksJson }, actor.userId) };
}

/**
 * Converts written content for document operations.
 * @throws AppError `documentTooLarge`
 */
export function givenContent({ content, format }: Written): GivenContent {
  return typeof content === 'string' ? fitText({ format, text: content }) : { blocks: content };
}

/**
 * Replaces a document's content, merged with others' changes since its writer's last read.
 * @throws AppError those of `givenContent` and `replaceContent`; `notFound` or `forbidden` when the right to
 * edit ended before the change was stored
 */
export async function putContent(
  ctx: UserContext,
  document: LoadedChannel,
  { ifSeq, ...written }: Written & { ifSeq?: number | undefined },
): Promise<Replaced> {
  const { userId, sessionId } = ctx.actor;
  const content = givenContent(written);
  const judge = editsStill(ctx, document);
  return replaceContent(ctx.platform, document.id, { userId, sessionId, content, ifSeq, judge });
}

/**
 * Appends content to a document.
 * @throws AppError those of `givenContent` and `appendContent`; as `putContent`
 */
export async function appendToDocument(
  ctx: UserContext,
  document: LoadedChannel,
  written: Written,
): Promise<{ seq: number }> {
  const content = givenContent(written);
  const change = { userId: ctx.actor.userId, content, judge: editsStill(ctx, document) };
  return { seq: await appendContent(ctx.platform, document.id, change) };
}

/**
 * Checks that the actor may still edit a document, in the transaction that changes it and until its commit.
 */
export function editsStill({ actor }: Pick<UserContext, 'actor'>, { id }: LoadedChannel) {
  return (tx: Db) => holdRight(tx, actor, id, 'channel.edit');
}
