import superjson from 'superjson';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../contract/samples.ts';
import { named, type ProcedureWay, procedures, writes } from '../contract/surface.ts';
import type { Api } from '../running/api.ts';
import type { Place, Role } from '../running/sample-data.ts';
import { as, closeDatabase, database, sharedServer } from '../running/shared-server.ts';
import { needs } from './matrix/needs.ts';
import { idsIn, linesAbout } from './snapshot.ts';

afterAll(closeDatabase);

const { closed } = sharedServer.sample;
const addresses = [
  ...['appId', 'channelId', 'assistantId', 'documentId'],
  ...['versionId', 'discussionId', 'commentId', 'datasetId', 'sourceId'],
];
/**
 * Calls that name an app, a channel or something in one. The place for a new thing is a choice, not an
 * address; and administrators may move what they cannot read, which the access matrix tests.
 */
const addressed = procedures.filter(
  ({ name, type, schema: { required = [], oneOf = [] } }) =>
    type !== 'subscription' &&
    needs[name] !== 'administrator' &&
    [...required, ...oneOf.flatMap((each) => each.required)].some((name) => addresses.includes(name)),
);

function ask(api: Api, way: ProcedureWay, place: Place) {
  const raw = JSON.stringify(superjson.serialize(sampleOf(way.schema, place)));
  return way.type === 'mutation'
    ? api.call('POST', `/api/${way.name}`, { raw, headers: { 'content-type': 'application/json' } })
    : api.call('GET', `/api/${way.name}?${new URLSearchParams({ input: raw })}`);
}

describe('a viewer reads, and changes nothing by any verb', () => {
  // Reading positions and pins concern only oneself; where one reads a source is told, and not stored.
  const own = /\.(read|readPlace|markRead|markUnread|pin|open)$/;
  const forCommenters = /\.react$|^(discussion|comment)\./;
  const forManagers = /^(budget\.ofApp|dataset\.quoteReaders)$/;
  it.each(named(addressed.filter((way) => writes(way) && !own.test(way.name))))('%s', async (_name, way) => {
    const look = () => linesAbout(database(), closed.teamId, idsIn(closed));
    const before = await look();
    const roles = forCommenters.test(way.name) ? (['viewer'] as const) : (['viewer', 'commenter'] as const);
    for (const role of roles) expect((await ask(as(role), way, closed)).status, role).toBe(403);
    expect(await look()).toEqual(before);
  });
  it.each(named(addressed.filter((way) => !writes(way) && !forManagers.test(way.name))))(
    '%s is allowed',
    async (_name, way) => {
      expect((await ask(as('viewer'), way, closed)).status).toBe(200);
    },
  );
});

describe('private things do not exist for anyone without a grant', () => {
  const strangers: Role[] = ['admin', 'member', 'guest', 'other'];
  it.each(named(addressed))('%s', async (_name, way) => {
    for (const role of strangers) expect((await ask(as(role), way, closed)).status, role).toBe(404);
    for (const role of ['removed', 'suspended'] as const)
      expect([401, 404], role).toContain((await ask(as(role), way, closed)).status);
  });
});

describe('a guest without a grant sees nothing of the team', () => {
  it.each(named(addressed))('%s', async (_name, way) => {
    expect((await ask(as('guest'), way, sharedServer.sample.shared)).status).toBe(404);
  });
});

describe('lists include nothing that may not be seen', () => {
  it.each(['member', 'guest', 'other', 'removed', 'suspended'] as const)('for the %s', async (role) => {
    const lists = ['/api/space/list', '/api/home/recent', '/api/team/users'];
    const text = (await Promise.all(lists.map((path) => as(role).get(path))))
      .map((answer) => answer.text)
      .join();
    for (const id of [closed.appId, closed.channelId, closed.childId]) expect(text).not.toContain(id);
    if (role !== 'other')
      for (const id of [sharedServer.sample.foreign.appId, sharedServer.sample.foreign.channelId])
        expect(text).not.toContain(id);
    if (role !== 'member') expect(text).not.toContain(sharedServer.sample.people.owner.email);
  });
});
