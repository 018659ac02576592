import { Readable } from 'node:stream';
import type { Channel } from '@tandem/shared/channel/schema';
import type { ExportFormat, ExportScope } from '@tandem/shared/document/export';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { filesFor } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { say } from '../../core/language.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { contentDisposition } from '../../core/rest/disposition.ts';
import { Download } from '../../core/rest/row.ts';
import { listChannels, readChannel } from '../../workspace/channel/list.ts';
import { filesOf, writeText } from '../document/writing.ts';
import { readContent } from '../model/content.ts';
import { alone, embedded } from './embed.ts';
import { FolderNames } from './names.ts';
import { packed } from './pack.ts';
import { treeOf } from './tree.ts';

const TYPES = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  zip: 'application/zip',
};

/** Exports of one person per hour; each may contain a whole tree with its files. */
const exportings: Limit = { name: 'document.export', max: 120, windowSeconds: 60 * 60 };

/**
 * Exports a document with its pictures: HTML embeds them; Markdown with pictures becomes an archive, as do
 * several documents. Contains nothing the reader may not see.
 * @throws AppError `notFound` when it is gone meanwhile, `tooManyRequests`, and those of `writeText`
 */
export async function exportDocument(
  ctx: UserContext,
  document: LoadedChannel,
  { format, scope }: { format: ExportFormat; scope: ExportScope },
): Promise<Download> {
  await limitByActor(ctx, exportings);
  const form = { format, language: ctx.language, untitled: say(ctx.language, 'common:export.untitled') };
  const name = new FolderNames().take(document.name || form.untitled);
  const root = await readChannel(ctx.db, ctx.actor, document.id);
  const archive = (channels: readonly Channel[]) =>
    download(`${name}.zip`, 'zip', Readable.from(packed(ctx, treeOf(channels, root, form.untitled), form)));
  if (scope === 'tree') return archive(await listChannels(ctx.db, ctx.actor, document.appId));
  const content = await readContent(ctx.db, document.id);
  const files = await filesFor(ctx.db, ctx.actor, await filesOf(content, ctx.actor.userId));
  const { name: title, icon } = root;
  const about = { document: { name: title, icon }, form };
  if (format === 'html')
    return download(`${name}.html`, 'html', Readable.from(embedded(ctx, content, files, about)));
  if (files.size > 0) return archive([]);
  const text = await writeText(content, ctx.actor.userId, { ...about, outlook: alone(ctx) });
  return download(`${name}.md`, 'md', Buffer.from(text));
}

function download(name: string, type: keyof typeof TYPES, content: Readable | Uint8Array): Download {
  const headers = {
    'content-type': TYPES[type],
    'content-disposition': contentDisposition('attachment', name),
    'cache-control': 'private, no-store',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
  return new Download(200, headers, content);
}
