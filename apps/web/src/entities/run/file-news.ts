import type { AgentFileContent, AgentFileNews, AgentFolder, ListAgentFiles } from '@tandem/shared/agent/file';
import type { AgentFile } from '@tandem/shared/agent/schema';
import type { Query, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { cached, trpc } from '../../lib/trpc.ts';

/** The newest files of a channel, as an event tells them. */
export interface FilesMark {
  revision: number;
  manifestId: string | null;
  runId: string | null;
}

/**
 * Applies what became of files to the lists that are held. Only what the news do not carry is read again: folders that
 * hold changed folders, whose sizes are sums, and the texts that changed.
 */
export function applyFileNews(
  channelId: string,
  from: FilesMark,
  to: FilesMark,
  news: readonly AgentFileNews[],
): void {
  for (const query of newest(getQueryKey(trpc.agentFile.list), channelId)) {
    const held = query.state.data as AgentFolder | undefined;
    const next = query.state.fetchStatus === 'idle' && held ? withNews(held, from, to, news) : null;
    if (next) queryClient.setQueryData(query.queryKey, next);
    else void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
  const paths = new Set(news.map(({ path }) => path));
  for (const query of newest(getQueryKey(trpc.agentFile.content), channelId)) {
    const held = query.state.data as AgentFileContent | undefined;
    if (paths.has(inputOf(query)?.path ?? '') || !held)
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    // The same text is what an edit of the newest state begins with.
    else if (to.manifestId !== null && held.manifestId === from.manifestId)
      queryClient.setQueryData(query.queryKey, { ...held, manifestId: to.manifestId });
  }
  void cached.agentFile.difference.invalidate({ channelId });
}

/** Has folders on the way to paths, and what is at or below them, read again. */
export function refreshPaths(channelId: string, paths: readonly string[]): void {
  const isBelow = (path: string, top: string) => path === top || top === '' || path.startsWith(`${top}/`);
  for (const query of newest(getQueryKey(trpc.agentFile.list), channelId)) {
    const folder = inputOf(query)?.path ?? '';
    if (paths.some((path) => isBelow(path, folder) || isBelow(folder, path)))
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
  for (const query of newest(getQueryKey(trpc.agentFile.content), channelId)) {
    const file = inputOf(query)?.path ?? '';
    if (paths.some((path) => isBelow(file, path)))
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
  void cached.agentFile.difference.invalidate({ channelId });
}

/**
 * A folder after what became of some files.
 * @returns the folder itself when it is as new already; null when it has to be read again
 */
export function withNews(
  folder: AgentFolder,
  from: FilesMark,
  to: FilesMark,
  news: readonly AgentFileNews[],
): AgentFolder | null {
  if (folder.revision >= to.revision) return folder;
  if (folder.revision < from.revision || folder.runId !== to.runId) return null;
  const prefix = folder.path === '' ? '' : `${folder.path}/`;
  const below = news.filter(({ path }) => path.startsWith(prefix));
  if (below.some(({ path }) => path.includes('/', prefix.length))) return null;
  const { revision, manifestId } = to;
  if (below.length === 0) return { ...folder, revision, manifestId };
  const files = new Map(below.map(({ path, file }) => [path, file]));
  // A folder in the place of a file, or the reverse, is more than a change of files.
  if (folder.list.some(({ path, type }) => type === 'folder' && files.has(path))) return null;
  const list = folder.list.filter(({ path }) => !files.has(path));
  for (const file of files.values()) if (file) list.push(file);
  return { ...folder, revision, manifestId, list: list.sort(byName) };
}

/** As the server sorts: folders first, each by name. */
function byName(a: AgentFile, b: AgentFile): number {
  return a.type === b.type ? (a.name < b.name ? -1 : 1) : a.type === 'folder' ? -1 : 1;
}

/** What is held of a channel's newest state. */
function newest(queryKey: QueryKey, channelId: string): Query[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey })
    .filter((query) => {
      const input = inputOf(query);
      return input?.channelId === channelId && input.manifestId === undefined;
    });
}

function inputOf({ queryKey }: Query): ListAgentFiles | undefined {
  return (queryKey[1] as { input?: ListAgentFiles } | undefined)?.input;
}
