import type { AgentFileState } from '@tandem/shared/agent/file';
import * as z from 'zod';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { receive } from '../../content/file/receive.ts';
import { withTemporaries } from '../../content/file/temporary.ts';
import { uploads } from '../../content/file/upload.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { HttpExchange, IncomingFile } from '../../core/rest/row.ts';
import { MAX_FILE_BYTES, MAX_TOTAL_BYTES } from '../files/entries.ts';
import { validFolder, validPath } from '../files/path.ts';
import { type Edit, editFiles, newestFiles } from '../files/workspace.ts';
import { readState } from './states.ts';

const fieldsSchema = z.strictObject({ currentPath: z.string().max(4_096).default('') });

/**
 * Receives files into a folder of an agent's files, in place of those of the same name. All come or none.
 * @throws AppError `invalidInput` for what is no path, or cannot stand beside the others; `fileTooLarge`, also for more
 *   than a workspace holds; `tooManyRequests`, and those of `receive`
 */
export async function uploadFiles(
  ctx: UserContext,
  channel: LoadedChannel,
  http: Pick<HttpExchange, 'form' | 'signal'>,
): Promise<AgentFileState> {
  const { fields, files } = await http.form();
  const parsed = fieldsSchema.safeParse(fields);
  if (!parsed.success) throw new AppError('invalidInput', { reason: 'currentPath' }, parsed.error);
  const folder = validFolder(parsed.data.currentPath);
  const { entries } = await newestFiles(ctx, channel.id);
  let room = MAX_TOTAL_BYTES;
  for (const { size } of entries.values()) room -= size;
  return withTemporaries(ctx.platform.settings.dataDir, async (next) => {
    const edits: Written[] = [];
    for await (const file of files) {
      await limitByActor(ctx, uploads);
      const edit = await take(file, { folder, room, to: next() }, http.signal);
      room -= edit.content.size;
      edits.push(edit);
    }
    const { id } = await editFiles(ctx, channel, edits, {
      authorId: ctx.actor.userId,
      within: (tx) =>
        recordAudit(tx, ctx, {
          teamId: channel.teamId,
          action: 'agentFile.upload',
          target: { kind: 'channel', id: channel.id },
          detail: { paths: edits.slice(0, 20).map(({ path }) => path), files: edits.length },
        }),
    });
    return readState(ctx.db, channel.id, id);
  });
}

type Written = Extract<Edit, { do: 'write' }> & { content: { file: string; hash: string; size: number } };

/** Receives one file. Nothing is kept of it before all have come. */
async function take(
  incoming: IncomingFile,
  { folder, room, to }: { folder: string; room: number; to: string },
  signal: AbortSignal,
): Promise<Written> {
  const { name, hash, size } = await receive(incoming, to, signal);
  const path = validPath(folder === '' ? name : `${folder}/${name}`);
  const most = Math.min(MAX_FILE_BYTES, room);
  if (size > most)
    throw new AppError('fileTooLarge', { megabytes: Math.max(0, Math.floor(most / 1024 / 1024)) });
  if (signal.aborted) throw new AppError('badRequest');
  return { do: 'write', path, content: { file: to, hash, size } };
}
