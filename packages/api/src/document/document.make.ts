import { type Db, onCommit, transaction } from '@tandem/db';
import type { App } from '@tandem/shared/app/schema';
import type { BlockInput } from '@tandem/shared/document/blocks';
import type { CreateDocument, CreateDocumentApp, DocumentInfo } from '@tandem/shared/document/requests';
import * as Y from 'yjs';
import { createApp } from '../app/app.service.ts';
import { makeChannel } from '../channel/channel.create.ts';
import type { Place } from '../channel/channel.rules.ts';
import type { UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { documentTemplates } from '../template/documents/index.ts';
import { assertSize } from './document.content.ts';
import { deriveSoon } from './document.derive.ts';
import { readInfo } from './document.info.ts';
import { appendUpdate } from './document.repo.ts';
import { readStored } from './document.state.ts';
import { blocksFrom } from './document.write.ts';

/**
 * Makes a document, first among its siblings. A repeated `clientKey` answers the first.
 * @throws AppError `notFound` for a template that is none of a document, `invalidInput` when there is content too
 */
export async function createDocument(
  ctx: UserContext,
  place: Place,
  { templateId, clientKey, format, ...given }: Omit<CreateDocument, 'appId' | 'parentId'>,
): Promise<DocumentInfo> {
  const begun = templateId === undefined ? null : beginningOf(ctx, templateId, given.content);
  const { name = begun?.name ?? '', icon = begun?.icon ?? '', content = begun?.content } = given;
  const blocks = content === undefined ? [] : await blocksFrom(ctx, { content, format });
  const values = { kind: 'document' as const, name, icon, clientKey };
  const { id } = await makeChannel(ctx, place, values, (tx, documentId) =>
    fillDocument(ctx, tx, documentId, blocks),
  );
  return readInfo(ctx.db, ctx.actor, id);
}

/** What a document made of a template is called and holds, in its maker's language. */
function beginningOf(
  { language }: UserContext,
  templateId: string,
  content: CreateDocument['content'],
): Pick<CreateDocument, 'name' | 'icon' | 'content'> {
  const template = documentTemplates.find(({ id }) => id === templateId);
  if (!template) throw new AppError('notFound');
  if (content !== undefined) throw new AppError('invalidInput', { reason: 'takes templateId or content' });
  const { name, document } = template.words[language];
  return { name, icon: template.icon, content: document };
}

/** Makes an app for notes with its first document, both or none. A repeated `clientKey` answers the first. */
export function createDocumentApp(
  ctx: UserContext,
  place: { teamId: string; spaceId: string },
  { name, icon, clientKey }: CreateDocumentApp,
): Promise<{ app: App; document: DocumentInfo }> {
  return transaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx };
    const app = await createApp(within, {
      ...{ ...place, userId: ctx.actor.userId, type: 'note', name, language: ctx.language },
      ...(icon !== undefined && { icon }),
      ...(clientKey !== undefined && { clientKey }),
    });
    const first = { teamId: place.teamId, appId: app.id, parentId: null };
    const { id } = await makeChannel(within, first, { kind: 'document', name: '', clientKey });
    return { app, document: await readInfo(tx, ctx.actor, id) };
  });
}

/** Writes the first words of a document that this transaction makes. */
export async function fillDocument(
  { platform, actor }: UserContext,
  tx: Db,
  documentId: string,
  blocks: readonly BlockInput[],
): Promise<void> {
  if (blocks.length === 0) return;
  const { writeBlocks } = await import('./document.editor.ts');
  const { doc } = await readStored(tx, documentId);
  const before = Y.encodeStateVector(doc);
  writeBlocks(doc, blocks);
  assertSize(doc);
  const update = Y.encodeStateAsUpdate(doc, before);
  await appendUpdate(tx, documentId, { update, userId: actor.userId });
  onCommit(tx, () => deriveSoon(platform, documentId));
}
