import type { RequestListener } from 'node:http';
import { watchEventLoop } from '@tandem/api/core/timing/event-loop';
import { fetchSource } from '@tandem/api/dataset/source/fetch';
import type { Source } from '@tandem/shared/dataset/source';
import { beforeEach, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { makeDataset } from './datasets.ts';
import { useOutsideSite } from './outside-site.ts';

const server = useOwnServer();
const team = useTeam(server);
let datasetId: string;

let answer: RequestListener = (_request, response) => void response.end();
const heard: { path: string; headers: Record<string, unknown> }[] = [];
const site = useOutsideSite(server, (request, response) => {
  heard.push({ path: request.url ?? '', headers: request.headers });
  answer(request, response);
});

beforeEach(async () => {
  heard.length = 0;
  datasetId = await makeDataset(team.api, team.app.id);
});

const fetched = async (path: string, kind: 'page' | 'sitemap' = 'page'): Promise<Source> => {
  const { id: sourceId } = await team.api.trpc.source.addPage.mutate({
    datasetId,
    url: site.origin + path,
    kind,
  });
  const get = () => team.api.trpc.source.get.query({ sourceId });
  await expect.poll(async () => ['ready', 'failed'].includes((await get()).status)).toBe(true);
  return get();
};

it('that says a page is still the same which was never read has not answered', async () => {
  answer = (_request, response) => void response.writeHead(304).end();
  expect(await fetched('/same')).toMatchObject({ status: 'failed', problem: 'unreachable' });
});

it('gets back neither cookies nor an entity tag that is too long', async () => {
  answer = (_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'set-cookie': 'who=you; Path=/',
      etag: `"${'e'.repeat(12_000)}"`,
    });
    response.end('<p>A berth costs twelve crowns.</p>');
  };
  const { id } = await fetched('/fees');
  await fetchSource(server.platform, id);
  expect(heard).toHaveLength(2);
  for (const { headers } of heard) {
    expect(headers.cookie).toBeUndefined();
    expect(headers['if-none-match']).toBeUndefined();
  }
});

it.each([
  ['to this machine', 'http://127.0.0.1/'],
  ['to a private network', 'http://intranet.test/'],
  ['to another scheme', 'file:///etc/passwd'],
  ['with a password', 'http://me:secret@outside.test/'],
  ['to itself', '/round'],
])('that redirects %s is refused', async (_label, location) => {
  answer = (_request, response) => void response.writeHead(302, { location }).end();
  expect(await fetched('/round')).toMatchObject({ status: 'failed', problem: 'refused', file: null });
});

it('whose page does not end is given up', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const piece = 'endless '.repeat(100_000);
    const more = () => {
      while (!response.destroyed && response.write(piece)) {}
    };
    response.on('drain', more);
    more();
  };
  expect(await fetched('/endless')).toMatchObject({ status: 'failed', problem: 'tooLarge' });
});

it.each([
  ['other hosts', '<loc>//b</loc>'],
  ['nothing', '<loc>http://[</loc>'],
  ['its own', '<loc>/a</loc>'],
  ['tags that never end', '<loc>'],
])('whose sitemap lists hundreds of thousands of addresses of %s lets others work', async (_label, entry) => {
  const body = entry.repeat(Math.floor((4 * 1024 * 1024 - 100) / entry.length));
  answer = ({ url }, response) => void response.end(url === '/map.xml' ? body : 'words');
  const watch = watchEventLoop();
  watch.reset();
  await fetched('/map.xml', 'sitemap');
  expect(watch.longestMs()).toBeLessThan(250);
  watch.stop();
});
