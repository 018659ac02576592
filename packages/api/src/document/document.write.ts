import type { BlockInput } from '@tandem/shared/document/blocks';
import type { DocumentFormat, DocumentReading, WrittenContent } from '@tandem/shared/document/requests';
import type { LoadedChannel } from '../access/access.rules.ts';
import type { UserContext } from '../core/context.ts';
import { appendContent, readContent, replaceContent } from './document.content.ts';
import { readText } from './document.reading.ts';
import { writeText } from './document.writing.ts';

export interface Written {
  content: WrittenContent;
  format: 'markdown' | 'html';
}

/** What a document holds, in one of the forms. @throws AppError `notFound` when it is gone, and those of `writeText` */
export async function readAs(
  { db, actor }: Pick<UserContext, 'db' | 'actor'>,
  documentId: string,
  format: DocumentFormat,
): Promise<DocumentReading> {
  const { seq, wordCount, blocks, markdown } = await readContent(db, documentId);
  const about = { documentId, seq, wordCount };
  if (format === 'blocks') return { ...about, format, content: blocks };
  if (format === 'markdown') return { ...about, format, content: markdown };
  return { ...about, format, content: await writeText({ blocks, markdown }, actor.userId) };
}

/** Blocks of what somebody wrote. @throws AppError those of `readText` */
export async function blocksFrom(
  { actor }: UserContext,
  { content, format }: Written,
): Promise<readonly BlockInput[]> {
  return typeof content === 'string' ? readText({ format, text: content }, actor.userId) : content;
}

/**
 * Makes a document hold what was written.
 * @throws AppError those of `readText` and `replaceContent`
 */
export async function putContent(
  ctx: UserContext,
  document: LoadedChannel,
  { ifSeq, ...written }: Written & { ifSeq?: number | undefined },
): Promise<{ seq: number }> {
  const blocks = await blocksFrom(ctx, written);
  const { userId } = ctx.actor;
  return { seq: await replaceContent(ctx.platform, document.id, { userId, blocks, ifSeq }) };
}

/**
 * Puts what was written at the end of a document.
 * @throws AppError those of `readText` and `appendContent`
 */
export async function appendToDocument(
  ctx: UserContext,
  document: LoadedChannel,
  written: Written,
): Promise<{ seq: number }> {
  const blocks = await blocksFrom(ctx, written);
  return { seq: await appendContent(ctx.platform, document.id, { userId: ctx.actor.userId, blocks }) };
}
