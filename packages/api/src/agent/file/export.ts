import { Readable } from 'node:stream';
import { transaction } from '@tandem/db';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { type ArchiveEntry, archiveOf } from '../../document/export/archive.ts';
import { exportChannel } from '../../workspace/export/export.ts';
import { newestFiles } from '../files/workspace.ts';
import { entriesOf } from '../files/zip.ts';
import { archiveDownload, limitArchives, whileReadable } from './download.ts';

/**
 * Streams an agent's channel as an archive: its conversation in Markdown, and its files. Stops when the right to view
 * ends.
 * @throws AppError `tooManyRequests`
 */
export async function exportAgent(ctx: UserContext, channel: LoadedChannel) {
  await limitArchives(ctx);
  const { entries } = await newestFiles(ctx, channel.id);
  await transaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, {
      teamId: channel.teamId,
      action: 'channel.export',
      target: { kind: 'channel', id: channel.id },
      detail: { format: 'zip' },
    }),
  );
  async function* all(): AsyncGenerator<ArchiveEntry> {
    const { content } = exportChannel(ctx, channel, 'markdown');
    if (content instanceof Readable) yield { path: 'conversation.md', content };
    for await (const { path, content: bytes } of entriesOf(ctx, entries, ''))
      yield { path: `files/${path}`, content: bytes };
  }
  return archiveDownload(ctx, channel.name, whileReadable(ctx, channel, archiveOf(all())));
}
