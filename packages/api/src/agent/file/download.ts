import { Readable } from 'node:stream';
import type { ReadAgentFile } from '@tandem/shared/agent/file';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { download } from '../../content/file/download.ts';
import type { UserContext } from '../../core/context.ts';
import { say } from '../../core/language.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { contentDisposition } from '../../core/rest/disposition.ts';
import { Download, type HttpExchange } from '../../core/rest/row.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { agentFor } from '../files/agent.rules.ts';
import { readManifest } from '../files/manifest.ts';
import { newestFiles } from '../files/workspace.ts';
import { zipOf } from '../files/zip.ts';
import { findFile, kindOfFile } from './content.ts';

/** Archives of one person per hour; each may hold a whole workspace. */
const packings: Limit = { name: 'agentFile.zip', max: 120, windowSeconds: 60 * 60 };
/** Milliseconds between checks of the right to read, while a client reads slowly. */
const CHECK_EVERY_MS = 2_000;

/** Serves a file's bytes as other files are: inline only for pictures that cannot execute anything. */
export async function downloadFile(
  ctx: UserContext,
  input: ReadAgentFile,
  http: Pick<HttpExchange, 'header'>,
  { asAttachment }: { asAttachment: boolean },
): Promise<Download> {
  const { path, entry } = await findFile(ctx, input);
  const { mediaType } = await kindOfFile(ctx, path, entry);
  const { hash, size } = entry;
  const name = path.split('/').at(-1) ?? '';
  return download(ctx, { name, mediaType, hash, size }, http, { asAttachment });
}

/**
 * Streams a folder as a zip archive, until the right to read it ends.
 * @throws AppError `invalidInput` for what is no path, `notFound` for no such folder, `tooManyRequests`
 */
export async function downloadFolder(
  ctx: UserContext,
  channel: LoadedChannel,
  { path, manifestId }: { path: string; manifestId?: string | undefined },
): Promise<Download> {
  await limitArchives(ctx);
  const entries =
    manifestId === undefined
      ? (await newestFiles(ctx, channel.id)).entries
      : await readManifest(ctx, channel.id, manifestId);
  const archive = zipOf(ctx, entries, path);
  const name = path.split('/').at(-1) || channel.name;
  return archiveDownload(ctx, name, whileReadable(ctx, channel, archive));
}

/** Counts an archive of the actor's. @throws AppError `tooManyRequests` */
export function limitArchives(ctx: UserContext): Promise<void> {
  return limitByActor(ctx, packings);
}

/** An archive as a download. @param name without its ending; '' for none */
export function archiveDownload(
  { language }: UserContext,
  name: string,
  archive: AsyncIterable<Uint8Array>,
): Download {
  const title = name || say(language, 'common:export.untitled');
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': contentDisposition('attachment', `${title}.zip`),
    'cache-control': 'private, no-store',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
  return new Download(200, headers, Readable.from(archive));
}

/** Passes an archive on until its reader may no longer see the channel. */
export async function* whileReadable(
  { db, actor }: UserContext,
  channel: LoadedChannel,
  archive: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let checkedAt = steadyMs();
  for await (const piece of archive) {
    if (steadyMs() - checkedAt > CHECK_EVERY_MS) {
      await agentFor(db, actor, channel.id, 'channel.view');
      checkedAt = steadyMs();
    }
    yield piece;
  }
}
