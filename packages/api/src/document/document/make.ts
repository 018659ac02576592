import { type Db, onCommit, transaction } from '@tandem/db';
import type { App } from '@tandem/shared/app/schema';
import type { CreateDocument, CreateDocumentApp, DocumentInfo } from '@tandem/shared/document/requests';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { createApp } from '../../workspace/app/app.service.ts';
import type { Place } from '../../workspace/channel/channel.rules.ts';
import type { DiscussionMark } from '../edit/anchor.ts';
import { type GivenContent, runDocumentOperation } from '../edit/operations.ts';
import { deriveSoon } from '../model/derive.ts';
import { fillUpdates } from '../model/document.repo.ts';
import { readInfo } from '../model/info.ts';
import { documentTemplates } from '../template/index.ts';
import { makeDocument } from './create.ts';
import { givenContent } from './write.ts';

/**
 * Creates a document, first among its siblings. A repeated `clientKey` returns the first.
 * @throws AppError `notFound` for a template that is not a document's, `invalidInput` when there is content
 * too
 */
export async function createDocument(
  ctx: UserContext,
  place: Place,
  { templateId, clientKey, format, ...given }: Omit<CreateDocument, 'appId' | 'parentId'>,
): Promise<DocumentInfo> {
  const begun = templateId === undefined ? null : beginningOf(ctx, templateId, given.content);
  const { name = begun?.name ?? '', icon = begun?.icon ?? '', content = begun?.content } = given;
  // Computed before anything is locked.
  const first = content === undefined ? null : await firstState(ctx, givenContent({ content, format }));
  const values = { name, icon, clientKey };
  const { id } = await makeDocument(ctx, place, values, (tx, documentId) =>
    fillDocument(ctx, tx, documentId, first),
  );
  return readInfo(ctx.db, ctx.actor, id);
}

/** Returns name and content of a document from a template, in its creator's language. */
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

/**
 * Creates a document app with its first document, both or neither. A repeated `clientKey` returns the first.
 */
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
    const { id } = await makeDocument(within, first, { name: '', clientKey });
    return { app, document: await readInfo(tx, ctx.actor, id) };
  });
}

/** The initial state of a new document, computed by `firstState`. */
export type FirstState = Uint8Array;

/**
 * Computes the state of a new document that holds this content. Call it before the transaction that makes the document.
 * @param options.marks those of discussions that are made with it
 * @param options.signal ends it early
 * @throws AppError those of `runDocumentOperation`
 */
export async function firstState(
  { actor }: Pick<UserContext, 'actor'>,
  content: GivenContent,
  { marks = [], signal }: { marks?: readonly DiscussionMark[]; signal?: AbortSignal } = {},
): Promise<FirstState> {
  return (await runDocumentOperation('make', { content, marks }, { owner: actor.userId, signal })).state;
}

/** Writes the first words of a document that this transaction makes; it stays empty without any. */
export async function fillDocument(
  { platform, actor }: UserContext,
  tx: Db,
  documentId: string,
  state: FirstState | null,
): Promise<void> {
  if (state === null) return;
  await fillUpdates(tx, documentId, { state, userId: actor.userId });
  onCommit(tx, () => deriveSoon(platform, documentId));
}
