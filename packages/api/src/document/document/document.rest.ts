import { exportFormats, exportScopes } from '@tandem/shared/document/export';
import type { DocumentFormat, DocumentInfo, DocumentReading } from '@tandem/shared/document/requests';
import { documentFormats, writtenContentSchema } from '@tandem/shared/document/requests';
import Negotiator from 'negotiator';
import * as z from 'zod';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { AppError } from '../../core/errors.ts';
import { envelope } from '../../core/rest/dispatch.ts';
import { Download, type HttpExchange, type RestRow, rawRow, row } from '../../core/rest/row.ts';
import { exportDocument } from '../export/export.ts';
import { documentPathRule } from '../model/document.rules.ts';
import { appendToDocument, putContent, readAs } from './write.ts';

const CONTENT = '/api/app/{id}/channelDoc/{docId}/content';
const byPath = { id: z.uuid(), docId: z.uuid() };
const written = z.strictObject({
  ...byPath,
  content: writtenContentSchema,
  /** Format of text within JSON; otherwise the content type gives it. Blocks are as in GET. */
  format: z.enum(documentFormats).optional(),
});
const types: Record<DocumentFormat, string> = {
  blocks: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

/** Read-only keys of GET, so that it can be put back. */
const ignore = [
  ...['id', 'channelGuid', 'channelParentGuid', 'parentId', 'appId', 'seq', 'wordCount', 'createdAt'],
  ...['editedAt', 'updater', 'archivedAt', 'level', 'abilities', 'attributeRevision'],
];

/** A document in the words of the REST contract. */
function restDocument(document: DocumentInfo) {
  return { ...document, channelGuid: document.id, channelParentGuid: document.parentId };
}

export const documentRows: RestRow[] = [
  row<DocumentInfo>({
    verb: 'POST',
    path: '/api/app/{id}/channelDoc',
    summary: 'Makes a document at the top of an app, or below a channel; with content, if there is any',
    calls: 'document.create',
    rename: { id: 'appId', parentGuid: 'parentId' },
    output: restDocument,
  }),
  row({
    verb: 'POST',
    path: '/api/app/{id}/channelDoc/-/import',
    summary:
      'Makes documents of an uploaded file: one of Markdown, HTML or Word, a tree of a zip archive of such files and ' +
      'their pictures. All come or none; says what was left out',
    calls: 'document.import',
    rename: { id: 'appId', parentGuid: 'parentId' },
  }),
  row<{ app: object; document: DocumentInfo }>({
    verb: 'POST',
    path: '/api/appDoc',
    summary: 'Makes an app for notes with its first document',
    calls: 'document.createApp',
    output: ({ app, document }) => ({ ...app, document: restDocument(document) }),
  }),
  rawRow.guarded(documentPathRule('channel.view'), {
    verb: 'GET',
    path: CONTENT,
    summary: 'What a document holds: blocks, Markdown or HTML, as Accept asks for',
    input: z.strictObject(byPath),
    async handle({ document, ...reader }, _input, http) {
      const format = formatWanted(http.header('accept') ?? '');
      const reading = await readAs(reader, document, format);
      const headers = {
        'content-type': types[format],
        etag: tagOf(reading),
        vary: 'accept',
        'cache-control': 'private, no-cache',
        // It contains nothing executable; a browser shall not try.
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      };
      if (tagsIn(http.header('if-none-match')).includes(headers.etag))
        return new Download(304, headers, null);
      const body = typeof reading.content === 'string' ? reading.content : JSON.stringify(envelope(reading));
      return new Download(200, headers, Buffer.from(body));
    },
  }),
  rawRow.guarded(documentPathRule('channel.edit'), {
    verb: 'PUT',
    path: CONTENT,
    summary:
      'Makes a document hold other blocks, Markdown or HTML, put together with what others wrote since this session ' +
      'last read or wrote it. With If-Match, since the named state, and only if nobody else changed the same blocks. ' +
      'Answers no ETag when the document holds words of others besides',
    input: written,
    takesText: true,
    async handle({ document, ...reader }, input, http) {
      const { seq, isExact } = await putContent(reader, document, {
        ...contentOf(input, http),
        ifSeq: expectedSeq(http.header('if-match')),
      });
      return stored(document.id, { seq, isExact });
    },
  }),
  rawRow.guarded(documentPathRule('channel.edit'), {
    verb: 'PUT',
    path: '/api/app/{id}/channelDoc/{docId}/appendContent',
    summary: 'Puts blocks, Markdown or HTML at the end of a document',
    input: written,
    takesText: true,
    async handle({ document, ...reader }, input, http) {
      const { seq } = await appendToDocument(reader, document, contentOf(input, http));
      return stored(document.id, { seq, isExact: true });
    },
  }),
  rawRow.guarded(documentPathRule('channel.view'), {
    verb: 'GET',
    path: '/api/app/{id}/channelDoc/{docId}/export',
    summary:
      'A document as a file: Markdown, or a page with its pictures in it; with `scope=tree` a zip archive of it and ' +
      'those below it. Markdown with pictures is an archive too',
    input: z.strictObject({
      ...byPath,
      format: z.enum(exportFormats).default('markdown'),
      scope: z.enum(exportScopes).default('document'),
    }),
    async handle({ document, ...reader }, { format, scope }) {
      await recordAudit(reader.db, reader, {
        teamId: document.teamId,
        action: 'channel.export',
        target: { kind: 'channel', id: document.id },
        detail: { format, scope },
      });
      return exportDocument(reader, document, { format, scope });
    },
  }),
  row({
    verb: 'PUT',
    path: '/api/app/{id}/channelDoc/-/changeSort',
    summary: 'Gives documents of an app new places, all or none',
    calls: 'channel.changeSort',
    rename: { id: 'appId' },
  }),
  row<DocumentInfo[]>({
    verb: 'GET',
    path: '/api/channelDoc/-/recent',
    summary: 'The documents of the current team, the last written first',
    calls: 'document.recent',
    output: (documents) => documents.map(restDocument),
  }),
  row<DocumentInfo[]>({
    verb: 'GET',
    path: '/api/app/{id}/channelDoc/-/list',
    summary: 'The documents of an app, in the order of its tree',
    calls: 'document.list',
    rename: { id: 'appId' },
    output: (documents) => documents.map(restDocument),
  }),
  row<DocumentInfo>({
    verb: 'GET',
    path: '/api/app/{id}/channelDoc/{docId}/attr',
    summary: 'Title, icon, cover and width of a document, and who wrote it last',
    calls: 'document.get',
    rename: { id: 'appId', docId: 'documentId' },
    output: restDocument,
  }),
  row<DocumentInfo>({
    verb: 'PUT',
    path: '/api/app/{id}/channelDoc/{docId}/attr',
    summary: 'Changes title, icon, cover or width of a document',
    calls: 'document.setAttr',
    rename: { id: 'appId', docId: 'documentId' },
    ignore,
    output: restDocument,
  }),
];

function contentOf({ content, format }: z.output<typeof written>, http: HttpExchange) {
  const type = http.header('content-type') ?? '';
  if (format === 'blocks') {
    if (typeof content === 'string')
      throw new AppError('invalidInput', { reason: 'format: the content is a text' });
    return { content, format: 'markdown' as const };
  }
  return {
    content,
    format: format ?? (/^text\/html\b/iu.test(type) ? ('html' as const) : ('markdown' as const)),
  };
}

const mediaTypes: Record<string, DocumentFormat> = {
  'application/json': 'blocks',
  'text/markdown': 'markdown',
  'text/plain': 'markdown',
  'text/html': 'html',
};

/** Returns the preferred form of an Accept header; blocks when it accepts none. */
function formatWanted(accept: string): DocumentFormat {
  const wanted = new Negotiator({ headers: { accept } }).mediaType(Object.keys(mediaTypes));
  return mediaTypes[wanted ?? ''] ?? 'blocks';
}

/**
 * A strong tag, so that If-Match may use it: the same change reads byte for byte the same in each form. An
 * older version shown in place of an unreadable change is a different state, and may not be overwritten by
 * tag.
 */
function tagOf({ seq, format, isFrozen }: Pick<DocumentReading, 'seq' | 'format' | 'isFrozen'>): string {
  return `"${isFrozen ? 'frozen.' : ''}${seq}.${format}"`;
}

function tagsIn(header: string | undefined): string[] {
  return (header ?? '').match(/"[^"]*"/gu) ?? [];
}

/** The change at which the document must be, in whatever form it was read; undefined: at any. */
function expectedSeq(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const [seq] = tagsIn(header).flatMap((tag) => /^"(\d{1,15})\.\w+"$/u.exec(tag)?.[1] ?? []);
  // A foreign tag matches no state.
  return seq === undefined ? -1 : Number(seq);
}

/** @param isExact whether the document has exactly the written content: only then may a tag name it */
function stored(documentId: string, { seq, isExact }: { seq: number; isExact: boolean }): Download {
  const headers = {
    'content-type': types.blocks,
    ...(isExact && { etag: tagOf({ seq, format: 'blocks' }) }),
  };
  return new Download(200, headers, Buffer.from(JSON.stringify(envelope({ documentId, seq }))));
}
