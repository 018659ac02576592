import { Readable } from 'node:stream';
import type { exportFormats } from '@tandem/shared/channel/schema';
import { type Citation, withoutCitationLinks } from '@tandem/shared/dataset/citation';
import { formatMoment } from '@tandem/shared/error/moment';
import { isPageNumber } from '@tandem/shared/file/page-label';
import type { Part } from '@tandem/shared/message/parts';
import type { Language } from '@tandem/shared/user/schema';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { say } from '../../core/language.ts';
import { contentDisposition } from '../../core/rest/disposition.ts';
import { Download } from '../../core/rest/row.ts';
import { type ExportedRow, findPathAfter } from './export.repo.ts';

/** Messages and bytes read at once; a long channel is never held in memory as a whole. */
const BATCH = { limit: 200, bytes: 4 * 1024 * 1024 };

type Format = (typeof exportFormats)[number];

/**
 * Streams a channel's whole path as a file: who said what and when, as its readers see it. Stops when the
 * right to view ends.
 */
export function exportChannel(ctx: UserContext, channel: LoadedChannel, format: Format): Download {
  const name = channel.name || say(ctx.language, 'common:export.untitled');
  const [write, type, ending] =
    format === 'json'
      ? ([asJson, 'application/json', 'json'] as const)
      : ([asMarkdown, 'text/markdown', 'md'] as const);
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': contentDisposition('attachment', `${name}.${ending}`),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Download(
    200,
    headers,
    Readable.from(write(pathOf(ctx, channel.id), { channel, name, language: ctx.language })),
  );
}

interface About {
  channel: LoadedChannel;
  name: string;
  language: Language;
}

async function* pathOf({ db, actor }: UserContext, channelId: string): AsyncGenerator<ExportedRow> {
  for (let after = -1; ; ) {
    // The client may read slowly. A truncated file is recognisable as such.
    await channelFor(db, actor, channelId, 'channel.view');
    const rows = await findPathAfter(db, channelId, after, BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

async function* asMarkdown(rows: AsyncIterable<ExportedRow>, { name, language }: About) {
  yield `# ${oneLine(name)}\n`;
  for await (const row of rows) {
    const edited = row.editedAt ? ` · ${say(language, 'common:export.edited')}` : '';
    const model = row.model ? ` (${oneLine(row.model)})` : '';
    yield `\n## ${oneLine(writerOf(row, language))}${model}\n\n`;
    yield `*${formatMoment(row.createdAt, language, 'UTC')}${edited}*\n`;
    for (const part of row.parts) {
      const words = markdownOf(part);
      if (words !== '') yield `\n${words}\n`;
    }
    const cited = row.parts.flatMap((part) => (part.type === 'data-citation' ? [part.data] : []));
    if (cited.length > 0) yield `\n${cited.map((citation) => citedLine(citation, language)).join('')}`;
  }
}

/** The quote behind a number in the text, and its place. */
function citedLine({ n, quote, name: given, place }: Citation, language: Language): string {
  const name = given || say(language, 'common:export.untitled');
  const from = place?.label
    ? say(language, isPageNumber(place.label) ? 'common:export.citedFrom' : 'common:export.citedFromPart', {
        name,
        page: place.label,
      })
    : name;
  const unverified = place ? '' : ` (${say(language, 'common:export.unverified')})`;
  return `- [${n}] “${oneLine(quote)}” — ${oneLine(from)}${unverified}\n`;
}

/** Returns the readable text of a part; reasoning and tools are only in the other format. */
function markdownOf(part: Part): string {
  if (part.type === 'text') return withoutCitationLinks(part.text).trim();
  if (part.type === 'file') return `[${oneLine(part.filename ?? part.mediaType)}](${part.url})`;
  if (part.type === 'source-url') return `- <${part.url}>`;
  return '';
}

async function* asJson(rows: AsyncIterable<ExportedRow>, { channel, name, language }: About) {
  const head = {
    id: channel.id,
    name,
    kind: channel.kind,
    description: channel.description,
    createdAt: channel.createdAt,
    exportedAt: new Date(),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"messages":[`;
  let separator = '\n';
  for await (const { authorName: _author, assistantName: _assistant, ...row } of withWriter(rows, language)) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield '\n]}\n';
}

async function* withWriter(rows: AsyncIterable<ExportedRow>, language: Language) {
  for await (const row of rows) yield { ...row, writer: writerOf(row, language) };
}

function writerOf({ authorName, assistantName }: ExportedRow, language: Language): string {
  // The name of a deleted account is empty.
  return authorName || assistantName || say(language, 'common:export.someone');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
