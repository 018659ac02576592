import type { AgentFileToDocument } from '@tandem/shared/agent/file';
import type { BlockInput } from '@tandem/shared/document/blocks';
import type { DocumentInfo } from '@tandem/shared/document/requests';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { makeDocument } from '../../document/document/create.ts';
import { fillDocument, firstState } from '../../document/document/make.ts';
import type { GivenContent } from '../../document/edit/operations.ts';
import { formatOf } from '../../document/import/format.ts';
import { stemOf, titleFrom } from '../../document/import/names.ts';
import { readInfo } from '../../document/model/info.ts';
import type { Place } from '../../workspace/channel/channel.rules.ts';
import { readText } from '../files/workspace.ts';
import { findFile } from './content.ts';

/**
 * Makes a document of a text: Markdown and HTML as what they say, other text as it is. Pictures from elsewhere become
 * links, since a model may have written it. A repeated `clientKey` returns the first.
 * @throws AppError `documentUnreadable` for what is no text, `notFound`, `invalidInput`, and those of `makeDocument`
 */
export async function fileToDocument(
  ctx: UserContext,
  place: Place,
  { clientKey, ...input }: AgentFileToDocument,
): Promise<DocumentInfo> {
  const { channelId, path, manifestId } = input;
  const file = await findFile(ctx, { channelId, path, manifestId });
  const text = await readText(ctx, file.entry);
  if (text === null) throw new AppError('documentUnreadable');
  const fileName = file.path.split('/').at(-1) ?? '';
  // Computed before anything is locked.
  const first = text.trim() === '' ? null : await firstState(ctx, given(fileName, text));
  const name = titleFrom(stemOf(fileName));
  const { id } = await makeDocument(ctx, place, { name, clientKey }, (tx, documentId) =>
    fillDocument(ctx, tx, documentId, first),
  );
  return readInfo(ctx.db, ctx.actor, id);
}

function given(fileName: string, text: string): GivenContent {
  const format = formatOf(fileName);
  if (format === 'markdown' || format === 'html') return { text, format, isFromModel: true };
  return { blocks: text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n').map(lineOf) };
}

function lineOf(text: string): BlockInput {
  return { type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text, styles: {} }] };
}
