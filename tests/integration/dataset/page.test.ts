import type { ServerResponse } from 'node:http';
import { fetchSource } from '@tandem/api/dataset/source/fetch';
import { refreshSources } from '@tandem/api/dataset/source/source.jobs';
import { MAX_SOURCES, type Source } from '@tandem/shared/dataset/source';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { expectRefused, useTeam } from '../workspace/team.ts';
import { makeDataset } from './datasets.ts';
import { useOutsideSite } from './outside-site.ts';

const server = useOwnServer();
const team = useTeam(server);
let datasetId: string;

/** Answers of the outside site, by path; what is not here is 404. */
const pages = new Map<string, { type: string; body: string; etag?: string }>();
const asked: string[] = [];
/** Paths that are answered only after this. */
const held = new Map<string, Promise<void>>();
const site = useOutsideSite(server, async (request, response) => {
  await held.get(request.url ?? '');
  answer(request.url ?? '', request.headers, response);
});

function answer(path: string, headers: Record<string, unknown>, response: ServerResponse): void {
  const page = pages.get(path);
  asked.push(path);
  if (!page) return void response.writeHead(404).end();
  if (page.etag !== undefined && headers['if-none-match'] === page.etag)
    return void response.writeHead(304).end();
  response.writeHead(200, { 'content-type': page.type, ...(page.etag && { etag: page.etag }) });
  response.end(page.body);
}

beforeEach(async () => {
  pages.clear();
  asked.length = 0;
  datasetId = await makeDataset(team.api, team.app.id);
});

const html = (words: string) => ({ type: 'text/html', body: `<title>Fees</title><p>${words}</p>` });

async function added(path: string, more: object = {}): Promise<string> {
  const { id } = await team.api.trpc.source.addPage.mutate({ datasetId, url: site.origin + path, ...more });
  return id;
}

/** Waits for a state of a source. */
async function until(sourceId: string, isThere: (source: Source) => boolean): Promise<Source> {
  const get = () => team.api.trpc.source.get.query({ sourceId });
  await expect.poll(async () => isThere(await get())).toBe(true);
  return get();
}

const textOf = async (sourceId: string) =>
  (await team.api.trpc.source.pages.query({ sourceId })).list.map(({ text }) => text).join();

describe('a web page', () => {
  it('is fetched and read, and once more only when it changed', async () => {
    pages.set('/fees', { ...html('A berth costs twelve crowns.'), etag: '"1"' });
    const id = await added('/fees', { refreshHours: 1 });
    const first = await until(id, ({ status }) => status === 'ready');
    expect(await textOf(id)).toContain('twelve crowns');
    await fetchSource(server.platform, id);
    const same = await team.api.trpc.source.get.query({ sourceId: id });
    expect([same.hash, same.changedAt]).toEqual([first.hash, first.changedAt]);
    pages.set('/fees', { ...html('A berth costs thirteen crowns.'), etag: '"2"' });
    await server.db
      .updateTable('source')
      .set({ nextFetchAt: new Date(0) })
      .where('id', '=', id)
      .execute();
    await refreshSources(server.platform);
    await until(id, ({ hash, status }) => hash !== first.hash && status === 'ready');
    expect(await textOf(id)).toContain('thirteen crowns');
    expect(asked).toEqual(['/fees', '/fees', '/fees']);
  });

  it('that is fetched several times at once keeps one content', async () => {
    pages.set('/busy', html('A berth costs twelve crowns.'));
    const id = await added('/busy');
    await until(id, ({ status }) => status === 'ready');
    pages.set('/busy', html('A berth costs thirteen crowns.'));
    await Promise.all([1, 2, 3].map(() => fetchSource(server.platform, id)));
    const { file } = await team.api.trpc.source.get.query({ sourceId: id });
    const files = server.db.selectFrom('file').select('id').where('channelId', '=', datasetId);
    expect(await files.execute()).toEqual([{ id: file?.id }]);
  });

  it('loses its text when it is gone, and comes back by a retry', async () => {
    pages.set('/gone', html('Soon gone.'));
    const id = await added('/gone');
    await until(id, ({ status }) => status === 'ready');
    pages.clear();
    await fetchSource(server.platform, id);
    const gone = await team.api.trpc.source.get.query({ sourceId: id });
    expect([gone.status, gone.problem, gone.file]).toEqual(['failed', 'notFound', null]);
    expect(await textOf(id)).toBe('');
    pages.set('/gone', html('Back again.'));
    await team.api.trpc.source.retry.mutate({ datasetId, sourceIds: [id] });
    await until(id, ({ status }) => status === 'ready');
    expect(await textOf(id)).toContain('Back again');
  });

  it('at a private address is refused, by name as by number', async () => {
    const { id } = await team.api.trpc.source.addPage.mutate({ datasetId, url: 'http://inside.test/' });
    expect((await until(id, ({ status }) => status === 'failed')).problem).toBe('refused');
    const add = (url: string) => team.api.trpc.source.addPage.mutate({ datasetId, url });
    await expectRefused(add('http://127.0.0.1/'), 'invalidInput');
    await expectRefused(add('file:///etc/passwd'), 'invalidInput');
  });
});

describe('asking for a page again and again', () => {
  it('adds nothing to what is waiting', async () => {
    pages.set('/slow', html('Slow'));
    pages.set('/fees', html('Fees'));
    const id = await added('/fees');
    await until(id, ({ status }) => status === 'ready');
    const { promise, resolve } = Promise.withResolvers<void>();
    held.set('/slow', promise);
    // A person's pages are fetched one after the other.
    const slow = await added('/slow');
    const retried = [id, slow];
    for (let i = 0; i < 5; i += 1) await team.api.trpc.source.retry.mutate({ datasetId, sourceIds: retried });
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as "waiting" from "job"."job"
      where "name" = 'source.fetch' and "data"->>'sourceId' = any(${retried}) and "state" < 'completed'
    `.execute(server.db);
    // One of each, and the one that is held.
    expect(rows[0]?.waiting).toBeLessThanOrEqual(3);
    held.clear();
    resolve();
    await until(slow, ({ status }) => status === 'ready');
    const before = asked.length;
    await expect
      .poll(async () => {
        await team.api.trpc.source.retry.mutate({ datasetId, sourceIds: [id] });
        return asked.length;
      })
      .toBeGreaterThan(before + 1);
  });
});

describe('a sitemap', () => {
  const sitemap = (...paths: string[]) => ({
    type: 'application/xml',
    body: `<urlset>${paths.map((path) => `<url><loc> ${site.origin}${path} </loc></url>`).join('')}<url><loc>https://elsewhere.test/x</loc></url></urlset>`,
  });

  it('brings the pages of its own host, and takes away those it no longer lists', async () => {
    pages.set('/map.xml', sitemap('/a', '/b'));
    pages.set('/a', html('Alpha'));
    pages.set('/b', html('Beta'));
    const id = await added('/map.xml', { kind: 'sitemap' });
    const below = async () =>
      (await team.api.trpc.source.list.query({ datasetId, parentId: id })).list.map(({ name }) => name);
    await expect.poll(below).toEqual(['a', 'b']);
    await until(id, ({ status }) => status === 'ready');
    pages.set('/map.xml', sitemap('/b'));
    await fetchSource(server.platform, id);
    expect(await below()).toEqual(['b']);
  });

  it('has its pages fetched as often as it is', async () => {
    pages.set('/map.xml', sitemap('/a'));
    pages.set('/a', html('Alpha'));
    const id = await added('/map.xml', { kind: 'sitemap', refreshHours: 24 });
    const below = async () => (await team.api.trpc.source.list.query({ datasetId, parentId: id })).list;
    await expect.poll(async () => (await below())[0]?.status).toBe('ready');
    const often = async () => {
      const rows = await server.db
        .selectFrom('source')
        .select(['refreshHours', sql<boolean>`"nextFetchAt" > now()`.as('isDue')])
        .where('parentId', '=', id)
        .execute();
      return rows[0];
    };
    expect(await often()).toEqual({ refreshHours: 24, isDue: true });
    await team.api.trpc.source.update.mutate({ sourceId: id, refreshHours: 1 });
    expect(await often()).toEqual({ refreshHours: 1, isDue: true });
    await team.api.trpc.source.update.mutate({ sourceId: id, refreshHours: null });
    expect(await often()).toEqual({ refreshHours: null, isDue: null });
    await team.api.trpc.source.update.mutate({ sourceId: id, name: 'Harbour' });
    expect((await below()).map(({ name }) => name)).toEqual(['a']);
  });

  it('keeps its pages while a part of it cannot be read', async () => {
    const index = (...paths: string[]) => ({
      type: 'application/xml',
      body: `<sitemapindex>${paths.map((path) => `<sitemap><loc>${site.origin}${path}</loc></sitemap>`).join('')}</sitemapindex>`,
    });
    pages.set('/index.xml', index('/1.xml', '/2.xml'));
    pages.set('/1.xml', sitemap('/a'));
    pages.set('/2.xml', sitemap('/b'));
    const id = await added('/index.xml', { kind: 'sitemap' });
    const below = async () =>
      (await team.api.trpc.source.list.query({ datasetId, parentId: id })).list.map(({ name }) => name);
    await until(id, ({ status }) => status === 'ready');
    expect(await below()).toEqual(['a', 'b']);
    pages.delete('/2.xml');
    await fetchSource(server.platform, id);
    expect(await below()).toEqual(['a', 'b']);
    pages.set('/index.xml', index('/1.xml'));
    await fetchSource(server.platform, id);
    expect(await below()).toEqual(['a']);
  });

  it('with addresses that no column or index holds brings the others', async () => {
    pages.set(
      '/odd.xml',
      sitemap('/a%00b', `/${encodeURIComponent('港').repeat(600)}`, `/${'港'.repeat(900)}`, '/c#d', '/c'),
    );
    const id = await added('/odd.xml', { kind: 'sitemap' });
    await until(id, ({ status }) => status === 'ready');
    const { list } = await team.api.trpc.source.list.query({ datasetId, parentId: id });
    expect(list.map(({ name }) => name)).toEqual(['a b', 'c']);
    const long = team.api.trpc.source.addPage.mutate({
      datasetId,
      url: `${site.origin}/${'港'.repeat(900)}`,
    });
    await expectRefused(long, 'invalidInput');
  });

  it('adds no more pages than the dataset has room for', async () => {
    await server.db
      .insertInto('source')
      .columns(['teamId', 'datasetId', 'kind', 'name', 'creatorId'])
      .expression(
        sql`select ${team.team.id}::uuid, ${datasetId}::uuid, 'folder', n::text, ${team.owner.id}::integer
          from generate_series(1, ${MAX_SOURCES - 2}) as n`,
      )
      .execute();
    pages.set('/many.xml', sitemap('/a', '/b', '/c'));
    const id = await added('/many.xml', { kind: 'sitemap' });
    await until(id, ({ status }) => status === 'ready');
    expect((await team.api.trpc.source.list.query({ datasetId, parentId: id })).list).toHaveLength(1);
  });

  it('of nothing fails with a reason', async () => {
    pages.set('/none.xml', { type: 'application/xml', body: '<urlset></urlset>' });
    const id = await added('/none.xml', { kind: 'sitemap' });
    expect((await until(id, ({ status }) => status === 'failed')).problem).toBe('notReadable');
  });
});
