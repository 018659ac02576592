import { makeApp, makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import type { SourceHit } from '@tandem/shared/search/schema';
import { expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { makeDataset, type ReadSource } from '../dataset/sources.ts';
import { useServer } from '../harness/server.ts';
import { openTeam, useTeam } from '../workspace/team.ts';
import { find } from './searching.ts';

const server = useServer();
const team = useTeam(server);

const lease: ReadSource = {
  name: 'lease.pdf',
  pages: [
    { label: 'i', text: 'Contents of the contract' },
    { label: '1', text: 'The rent is due on the first day of each month. The landlord keeps the roof dry.' },
    { label: '2', text: 'Pets need the written consent of the landlord. The roof is not for pets.' },
  ],
};

async function sources(api: Api, query: string): Promise<SourceHit[]> {
  const { groups } = await find(api, query, { kinds: ['source'] });
  return groups.flatMap(({ hits }) => hits.flatMap((hit) => (hit.kind === 'source' ? hit : [])));
}
const places = async (api: Api, query: string) =>
  (await sources(api, query)).map(({ title, page }) => `${title} ${page?.label ?? ''}`.trim());

it('a page of a source is found by all of its words, the last of them typed in part', async () => {
  const { id, app } = await makeDataset(server, team, { sources: [lease] });
  const [hit] = await sources(team.api, 'landlord conse');
  expect(hit).toMatchObject({
    kind: 'source',
    title: 'lease.pdf',
    path: [app.name],
    dataset: { id, kind: 'dataset', name: 'Papers' },
    appId: app.id,
    page: { index: 3, label: '2' },
  });
  const { text, marks } = hit?.page?.excerpt ?? { text: '', marks: [] };
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['conse', 'landlord']);
  const page = (lease.pages[2] as { text: string }).text;
  expect(page.slice(hit?.page?.from, hit?.page?.to)).toBe('consent of the landlord');
  expect(await places(team.api, 'roof')).toEqual(['lease.pdf 1', 'lease.pdf 2']);
  expect(await places(team.api, 'months')).toEqual(['lease.pdf 1']);
  expect(await places(team.api, 'rent pets')).toEqual([]);
  expect(await places(team.api, 'the')).toEqual([]);
});

it('a source is found by its name first, and further pages follow without gap or overlap', async () => {
  const pages = Array.from({ length: 25 }, (_, at) => `The lease of berth ${at + 1} ends in May.`);
  await makeDataset(server, team, { sources: [lease, { name: 'Berths', pages }] });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const more: string | null = cursor;
    const { groups } = await find(team.api, 'lease', {
      ...{ kinds: ['source'], limit: 10 },
      ...(more !== null && { cursor: more }),
    });
    seen.push(
      ...(groups[0]?.hits ?? []).map((hit) => `${hit.title} ${(hit as SourceHit).page?.index ?? ''}`),
    );
    cursor = groups[0]?.nextCursor ?? null;
  } while (cursor !== null);
  expect(seen[0]).toBe('lease.pdf ');
  expect(seen).toHaveLength(26);
  expect(new Set(seen).size).toBe(26);
});

it('only people who see the dataset find its sources, and nobody what is in the bin', async () => {
  const { id } = await makeDataset(server, team, { sources: [lease] });
  const { api, user } = await team.person();
  const other = await openTeam(server);
  expect(await sources(api, 'landlord')).toEqual([]);
  expect(await sources(api, 'lease')).toEqual([]);
  expect(await sources(other.api, 'lease')).toEqual([]);
  await makeGrant(server.db, {
    targetId: id,
    userId: user.id,
    teamId: team.team.id,
    level: levelRank.view,
  });
  expect(await places(api, 'consent')).toEqual(['lease.pdf 2']);
  expect(await places(api, 'lease')).toEqual(['lease.pdf']);
  await server.db.deleteFrom('grant').where('userId', '=', user.id).execute();
  expect(await sources(api, 'consent')).toEqual([]);
  await team.api.trpc.channel.remove.mutate({ channelId: id });
  expect(await sources(team.api, 'consent')).toEqual([]);
  expect(await sources(team.api, 'lease')).toEqual([]);
});

it('a source that follows a document is found by those who may view the document', async () => {
  const { sources: made } = await makeDataset(server, team, { sources: [lease], visibility: 'team' });
  const { api } = await team.person();
  expect(await places(api, 'consent')).toEqual(['lease.pdf 2']);
  const plans = await makeApp(server.db, {
    teamId: team.team.id,
    spaceId: team.space.id,
    creatorId: team.owner.id,
    type: 'note',
    visibility: 'private',
  });
  const secret = await team.api.trpc.channel.create.mutate({
    appId: plans.id,
    kind: 'document',
    name: 'Plan',
  });
  await server.db
    .updateTable('source')
    .set({ documentId: secret.id, kind: 'document' })
    .where('id', '=', made[0]?.id ?? '')
    .execute();
  expect(await sources(api, 'consent')).toEqual([]);
  expect(await sources(api, 'lease')).toEqual([]);
  expect(await places(team.api, 'consent')).toEqual(['lease.pdf 2']);
});
