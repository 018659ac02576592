import type { AgentFileNews, AgentFolder } from '@tandem/shared/agent/file';
import type { AgentFile } from '@tandem/shared/agent/schema';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { cached } from '../../lib/trpc.ts';
import { applyFileNews, refreshPaths, withNews } from './file-news.ts';

const channelId = 'c';
const from = { revision: 1, manifestId: 'm1', runId: null };
const to = { revision: 2, manifestId: 'm2', runId: null };

function entry(path: string, type: AgentFile['type'] = 'file', size = 1): AgentFile {
  return { name: path.split('/').at(-1) ?? '', path, type, size, change: null, modifiedAt: null };
}
const folder = (path: string, list: AgentFile[], revision = 1): AgentFolder => ({
  ...{ path, list, revision, manifestId: 'm1', runId: null },
});
const now = (path: string, size = 2): AgentFileNews => ({ path, file: entry(path, 'file', size) });
const gone = (path: string): AgentFileNews => ({ path, file: null });
const names = (held: AgentFolder | null) => held?.list.map(({ name, size }) => `${name} ${size}`);

afterEach(() => queryClient.clear());

it('puts a new file in its place, replaces one that changed, and takes out one that is gone', () => {
  const held = folder('', [entry('src', 'folder'), entry('a'), entry('c'), entry('d')]);
  const next = withNews(held, from, to, [now('b'), now('c'), gone('d')]);
  expect(names(next)).toEqual(['src 1', 'a 1', 'b 2', 'c 2']);
  expect(next).toMatchObject({ revision: 2, manifestId: 'm2' });
});

it('leaves a folder that was read later as it is', () => {
  const held = folder('', [entry('a')], 2);
  expect(withNews(held, from, to, [gone('a')])).toBe(held);
});

it.each([
  ['changed in a folder below', folder('', [entry('src', 'folder')]), now('src/a')],
  ['is older than what the news begin with', folder('', [entry('a')], 0), now('a')],
  ['has a folder in the place of the file', folder('', [entry('a', 'folder')]), now('a')],
])('has a folder read again that %s', (_why, held, news) => {
  expect(withNews(held, from, to, [news])).toBeNull();
});

/** The folders and texts that are read again. */
function asked(): string[] {
  return queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => {
      const [[, name] = [], { input } = {}] = queryKey as [string[], { input?: { path: string } }];
      return `${name} ${input?.path}`;
    });
}

function hold(): void {
  for (const [path, list] of [
    ['', [entry('src', 'folder'), entry('lib', 'folder'), entry('a')]],
    ['src', [entry('src/b')]],
    ['lib', [entry('lib/c')]],
  ] as const)
    cached.agentFile.list.setData({ channelId, path }, folder(path, [...list]));
  const text = { mediaType: 'text/plain', size: 1, content: '', url: '/', isExecutable: false };
  for (const path of ['a', 'src/b'])
    cached.agentFile.content.setData(
      { channelId, path },
      { ...text, path, manifestId: 'm1', modifiedAt: new Date(0) },
    );
}

it('reads again only the text that changed and the folders above it', () => {
  hold();
  applyFileNews(channelId, from, to, [now('src/b')]);
  expect(asked()).toEqual(['list ', 'content src/b']);
  expect(names(cached.agentFile.list.getData({ channelId, path: 'src' }) ?? null)).toEqual(['b 2']);
  expect(cached.agentFile.content.getData({ channelId, path: 'a' })?.manifestId).toBe('m2');
});

it('reads no folder again for a file at the top', () => {
  hold();
  applyFileNews(channelId, from, to, [now('new')]);
  expect(asked()).toEqual([]);
});

it('refreshes a moved folder, what it held, and where it was', () => {
  hold();
  refreshPaths(channelId, ['src', 'source']);
  expect(asked()).toEqual(['list ', 'list src', 'content src/b']);
});
