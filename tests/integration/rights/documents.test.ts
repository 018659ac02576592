import { makeApp, makeChannel } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { openDocument } from '../discussion/fixture.ts';
import { zipOf } from '../document/exchange.ts';
import { uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused } from '../workspace/team.ts';
import { whileWaiting } from './waiting.ts';

const server = useServer();

interface Prepared {
  documentId: string;
  versionId: string;
  fileId: string;
  appId: string;
}

/** Writes by a raw row. @throws as a typed call does */
async function putBy(api: Api, { appId, documentId }: Pick<Prepared, 'appId' | 'documentId'>, what: string) {
  const path = `/api/app/${appId}/channelDoc/${documentId}/${what}`;
  const { status } = await api.put(path, { content: 'other words' });
  if (status !== 200) throw { data: { key: status === 404 ? 'notFound' : `status ${status}` } };
}

it.each<[string, (api: Api, prepared: Prepared) => Promise<unknown>]>([
  [
    'accepting a suggestion',
    (api, { documentId }) => api.trpc.suggestion.accept.mutate({ documentId, text: 'better words' }),
  ],
  ['going back to a version', (api, { versionId }) => api.trpc.version.restore.mutate({ versionId })],
  ['an import', (api, { appId, fileId }) => api.trpc.document.import.mutate({ appId, fileId })],
  ['a text put by REST', (api, { appId, documentId }) => putBy(api, { appId, documentId }, 'content')],
  [
    'a text added by REST',
    (api, { appId, documentId }) => putBy(api, { appId, documentId }, 'appendContent'),
  ],
])('%s by somebody suspended before it is stored leaves nothing', async (_what, act) => {
  const fixture = await openDocument(server);
  await fixture.allow('edit');
  const { user, api } = await fixture.person();
  const { documentId, app } = fixture;
  await api.trpc.document.putContent.mutate({ documentId, content: 'old words' });
  const { id: versionId } = await api.trpc.version.create.mutate({ documentId, name: 'old' });
  await api.trpc.document.putContent.mutate({ documentId, content: 'new words' });
  const archive = zipOf({ 'one.md': '# One\n\nwords', 'two/three.md': 'more' });
  const { id: fileId } = await uploaded(api, archive, 'all.zip', 'application/zip');
  const state = async () => {
    const [versions, updates, channels] = await Promise.all([
      server.db.selectFrom('version').select('id').where('documentId', '=', documentId).execute(),
      server.db.selectFrom('document_update').select('seq').where('documentId', '=', documentId).execute(),
      // Documents among them, whose rows are made with their channels'.
      server.db.selectFrom('channel').select('id').where('appId', '=', app.id).execute(),
    ]);
    return [versions, updates, channels].map((rows) => rows.length);
  };
  const before = await state();
  const prepared = { documentId, versionId, fileId, appId: app.id };
  const { asked, waited } = await whileWaiting(
    server.db,
    () =>
      act(api, prepared).then(
        () => 'done',
        (err: { data?: { key?: string } }) => err.data?.key,
      ),
    (tx) => tx.updateTable('member').set({ suspendedAt: sql`now()` }).where('userId', '=', user.id).execute(),
  );
  expect(['notFound', 'forbidden', 'sessionSuspended']).toContain(await asked);
  expect(waited).toBe(true);
  expect(await state()).toEqual(before);
  fixture.close();
});

it('many transfers of an app at once are each atomic, and the last one wins', async () => {
  const fixture = await openDocument(server);
  const { team, owner, space } = fixture;
  const people = await Promise.all(Array.from({ length: 6 }, () => fixture.person()));
  const { id: appId } = await makeApp(server.db, {
    ...{ teamId: team.id, spaceId: space.id, creatorId: owner.id, visibility: 'private' },
  });
  const channel = await makeChannel(server.db, { teamId: team.id, appId, creatorId: owner.id });
  const ends = await Promise.allSettled(
    Array.from({ length: 18 }, (_, index) => {
      const ownerId = people[index % 6]?.user.id as number;
      return fixture.api.trpc.app.administer.mutate({ appId, ownerId });
    }),
  );
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  const app = await server.db
    .selectFrom('app')
    .select(['ownerId', 'deletedAt'])
    .where('id', '=', appId)
    .executeTakeFirstOrThrow();
  const last = await server.db
    .selectFrom('audit_entry')
    .select(['detail', 'action'])
    .where('targetId', '=', appId)
    .where('action', '=', 'app.transfer')
    .orderBy('number', 'desc')
    .execute();
  expect(last).toHaveLength(18);
  const heir = people.find(({ user }) => user.id === app.ownerId)?.user;
  expect(last[0]?.detail).toEqual({ personId: app.ownerId, person: heir?.name });
  // Each temporary owner manages it afterwards, as after one transfer; nobody has two grants.
  const grants = await server.db.selectFrom('grant').select('userId').where('targetId', '=', appId).execute();
  expect(new Set(grants.map(({ userId }) => userId)).size).toBe(grants.length);
  for (const { user, api } of people) {
    expect(grants.map(({ userId }) => userId)).toContain(user.id);
    await api.trpc.channel.get.query({ channelId: channel.id });
  }
  // One to somebody who leaves meanwhile: whichever came first, an active member manages it.
  const [leaver] = people;
  const userId = leaver?.user.id as number;
  await Promise.allSettled([
    fixture.api.trpc.team.removeMember.mutate({ userId }),
    fixture.api.trpc.app.administer.mutate({ appId, ownerId: userId }),
  ]);
  const managers = await server.db
    .selectFrom('grant')
    .leftJoin('member', (join) =>
      join.onRef('member.userId', '=', 'grant.userId').onRef('member.teamId', '=', 'grant.teamId'),
    )
    .select(['grant.userId', 'member.role'])
    .where('grant.targetId', '=', appId)
    .where('grant.level', '=', levelRank.manage)
    .execute();
  // A grant of somebody who is no member would count again when they come back.
  expect(managers.filter(({ role }) => role === null)).toEqual([]);
  expect(managers.length).toBeGreaterThan(0);
  fixture.close();
});

it('an app in the bin is not shared, even by a call that came before', async () => {
  const fixture = await openDocument(server);
  const { team, owner, space, api } = fixture;
  const { user } = await fixture.person();
  const share = (appId: string) =>
    api.trpc.grant.share.mutate({ appId, users: [{ userId: user.id, permission: 'edit' }] });
  const fresh = async () =>
    (
      await makeApp(server.db, {
        ...{ teamId: team.id, spaceId: space.id, creatorId: owner.id, visibility: 'private' },
      })
    ).id;
  const binned = await fresh();
  await api.trpc.app.remove.mutate({ appId: binned });
  await expectRefused(share(binned), 'notFound');
  for (let round = 0; round < 8; round++) {
    const appId = await fresh();
    const [shared, removed] = await Promise.allSettled([share(appId), api.trpc.app.remove.mutate({ appId })]);
    expect(removed.status).toBe('fulfilled');
    const grants = await server.db
      .selectFrom('grant')
      .select('userId')
      .where('targetId', '=', appId)
      .where('userId', '=', user.id)
      .execute();
    const isShared = shared?.status === 'fulfilled';
    expect(grants.length).toBe(isShared ? 1 : 0);
    const told = await server.db
      .selectFrom('audit_entry')
      .select('action')
      .where('targetId', '=', appId)
      .orderBy('number')
      .execute();
    expect(told.map(({ action }) => action)).toEqual(isShared ? ['grant.set', 'app.remove'] : ['app.remove']);
  }
  fixture.close();
});
