import { type Db, onCommit, transaction } from '@tandem/db';
import type { App } from '@tandem/shared/app/schema';
import type { BlockInput } from '@tandem/shared/document/blocks';
import type { CreateDocument, CreateDocumentApp, DocumentInfo } from '@tandem/shared/document/requests';
import { MAX_NAME } from '@tandem/shared/user/schema';
import * as Y from 'yjs';
import type { LoadedChannel } from '../access/access.rules.ts';
import { createApp } from '../app/app.service.ts';
import { makeChannel } from '../channel/channel.create.ts';
import type { Place } from '../channel/channel.rules.ts';
import type { UserContext } from '../core/context.ts';
import { say } from '../core/language.ts';
import { assertSize, readContent } from './document.content.ts';
import { deriveSoon } from './document.derive.ts';
import { documentRows, updateDocument } from './document.info.repo.ts';
import { readInfo } from './document.info.ts';
import { appendUpdate } from './document.repo.ts';
import { readStored } from './document.state.ts';
import { blocksFrom } from './document.write.ts';

/** Makes a document, first among its siblings. A repeated `clientKey` answers the first. */
export async function createDocument(
  ctx: UserContext,
  place: Place,
  { name = '', content, format, clientKey }: CreateDocument,
): Promise<DocumentInfo> {
  const blocks = content === undefined ? [] : await blocksFrom({ content, format });
  const { id } = await makeChannel(ctx, place, { kind: 'document', name, clientKey }, (tx, documentId) =>
    fill(ctx, tx, documentId, blocks),
  );
  return readInfo(ctx.db, ctx.actor, id);
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

/** Makes a copy of a document beside it, with its words and looks; discussions, versions and the chat stay behind. */
export async function duplicateDocument(
  ctx: UserContext,
  document: LoadedChannel,
  place: Place,
  clientKey: string | undefined,
): Promise<DocumentInfo> {
  const { blocks } = await readContent(ctx.db, document.id);
  const [looks] = await documentRows(ctx.db, [document.id]);
  const { id } = await makeChannel(
    ctx,
    place,
    { kind: 'document', name: copyName(ctx, document.name), clientKey },
    async (tx, documentId) => {
      await fill(ctx, tx, documentId, withoutIds(blocks));
      await updateDocument(tx, documentId, { isWide: looks?.isWide });
    },
  );
  return readInfo(ctx.db, ctx.actor, id);
}

/** Writes the first words of a document that this transaction makes. */
async function fill(
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

function withoutIds(blocks: readonly BlockInput[]): BlockInput[] {
  return blocks.map(({ id: _, children = [], ...block }) => ({ ...block, children: withoutIds(children) }));
}

function copyName({ language }: UserContext, name: string): string {
  if (name === '') return '';
  return [...say(language, 'common:copy.name', { name })].slice(0, MAX_NAME).join('').trimEnd();
}
