import type { WriteAgentFile, WrittenAgentFile } from '@tandem/shared/agent/file';
import { newId } from '../../lib/ids.ts';
import { request } from '../../lib/request.ts';
import { api } from '../../lib/trpc.ts';
import { refreshPaths } from '../run/file-news.ts';
import { refreshFiles, refreshStates } from '../run/queries.ts';
import { applyAnswer } from '../workspace/store.ts';

const silent = { context: { silent: true } };

/** Uploads files into a folder, in place of those of the same name; all come or none. A failure shows as a toast. */
export async function uploadAgentFiles(
  channelId: string,
  folder: string,
  files: readonly File[],
): Promise<void> {
  const form = new FormData();
  // The server reads the folder before the files.
  form.set('currentPath', folder);
  for (const file of files) form.append('file', file, file.name);
  await request('POST', `/api/channelAgent/${channelId}/files/upload`, { body: form });
  const above = folder === '' ? '' : `${folder}/`;
  refresh(channelId, ...files.map(({ name }) => above + name));
}

/** Writes a text. The caller shows failures. */
export async function writeAgentFile(write: WriteAgentFile): Promise<WrittenAgentFile> {
  const written = await api.agentFile.write.mutate(write, silent);
  refresh(write.channelId, write.path);
  return written;
}

/** Moves or renames a file or folder. The caller shows failures. */
export async function moveAgentFile(channelId: string, path: string, to: string): Promise<void> {
  await api.agentFile.move.mutate({ channelId, path, to }, silent);
  refresh(channelId, path, to);
}

/** Deletes a file or folder. The caller shows failures. */
export async function removeAgentFile(channelId: string, path: string): Promise<void> {
  await api.agentFile.remove.mutate({ channelId, path }, silent);
  refresh(channelId, path);
}

/** Makes an earlier state the newest, or what was at or below `path`. The caller shows failures. */
export async function restoreAgentFiles(channelId: string, manifestId: string, path?: string): Promise<void> {
  await api.agentFile.restore.mutate({ channelId, manifestId, ...(path !== undefined && { path }) }, silent);
  if (path === undefined) refreshFiles(channelId);
  else refresh(channelId, path);
}

/** Has what an action changed read again, before its event comes. */
function refresh(channelId: string, ...paths: string[]): void {
  refreshPaths(channelId, paths);
  refreshStates(channelId);
}

/** Makes a document of a file in an app. The caller shows failures. @returns what is needed to open it */
export async function agentFileToDocument(
  channelId: string,
  path: string,
  appId: string,
): Promise<{ id: string; appId: string }> {
  const { id } = await api.agentFile.toDocument.mutate(
    { channelId, path, appId, clientKey: newId() },
    silent,
  );
  // The tree hears of it by its own events; its screen should not wait for them.
  const channel = await api.channel.get.query({ channelId: id }, silent).catch(() => null);
  if (channel) applyAnswer({ channels: [channel] });
  return { id, appId };
}
