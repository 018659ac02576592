import { keepDueVersions } from '@tandem/api/document/version/keep';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, useTeam } from '../workspace/team.ts';

/** Bytes, of which the bounds are 256 and 512. They are zeros, which the database keeps in little room. */
const PAGE = 2 ** 20;

const server = useServer();
const team = useTeam(server);
let documentId: string;

beforeEach(async () => {
  ({ id: documentId } = await team.api.trpc.channel.create.mutate({
    ...{ appId: team.app.id, kind: 'document', name: 'Plan' },
  }));
});

const of = () => team.api.trpc.version;
const write = (content: string) => team.api.trpc.document.putContent.mutate({ documentId, content });
const listed = async () => (await of().list.query({ documentId })).list;

describe('the version quota', () => {
  /** Adds versions with this many pages before the present ones, an hour apart, the oldest last. */
  const fill = (pages: number[], { cause = 'automatic', name = '' } = {}) =>
    sql`
      insert into "version" ("documentId", "cause", "name", "seq", "state", "wordCount", "createdAt")
      select ${documentId}, ${cause}, ${name}, 0, decode(repeat('00', "each"."size" * ${PAGE}::integer), 'hex'), 0,
        now() - make_interval(hours => "each"."n"::integer)
      from unnest(${pages}::integer[]) with ordinality as "each" ("size", "n")`.execute(server.db);
  const sizes = async (cause: string) =>
    (
      await server.db
        .selectFrom('version')
        .select(sql<number>`octet_length("state") / ${PAGE}::integer`.as('size'))
        .where('documentId', '=', documentId)
        .where('cause', '=', cause as 'named')
        .orderBy('createdAt', 'desc')
        .execute()
    ).map(({ size }) => size);

  it('removes the oldest unnamed version, and never a named one or the newest', async () => {
    await write('one');
    await fill([100, 100, 55, 1, 16]);
    await fill([30], { cause: 'named' });
    await fill([20], { cause: 'automatic', name: 'Mine' });
    const { id: versionId } = await of().create.mutate({ documentId });
    await write('two');
    await of().restore.mutate({ versionId });
    expect(await sizes('restore')).toEqual([0]);
    expect(await sizes('automatic')).toEqual([20, 100, 100, 55]);
    expect(await sizes('named')).toEqual([0, 30]);
    await fill([1]);
    await write('three');
    await server.db
      .updateTable('document')
      .set({ versionedAt: new Date(0) })
      .where('channelId', '=', documentId)
      .execute();
    await keepDueVersions(server.platform);
    expect(await sizes('automatic')).toEqual([0, 1, 20, 100, 100]);
  });

  it('refuses another named version when those alone fill it, and says what helps', async () => {
    await write('one');
    await fill([200, 200, 100], { cause: 'named' });
    await fill([10, 12, 13]);
    const [smallest, , largest] = (await listed())
      .filter(({ cause }) => cause === 'automatic')
      .map(({ id }) => id);
    const name = (versionId = '') => of().rename.mutate({ versionId, name: 'Mine' });
    await expectRefused(name(largest), 'versionsTooLarge');
    await name(smallest);
    await fill([2], { cause: 'named' });
    await expectRefused(of().create.mutate({ documentId }), 'versionsTooLarge');
    const refused = await team.api.post('/api/doc/version/create', { documentId });
    expect(refused).toMatchObject({ status: 409 });
    const { id: versionId } = (await listed()).find(({ cause }) => cause === 'named') as { id: string };
    await of().remove.mutate({ versionId });
    await of().create.mutate({ documentId, name: 'Fits again' });
  });
});
