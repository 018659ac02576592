import { keepDueVersions, thinVersions } from '@tandem/api/document/version/keep';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestEditor } from '../../running/editor.ts';
import { useServer, useServerBeside } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { useEditors } from './editors.ts';

const server = useServer();
const second = useServerBeside(server);
const team = useTeam(server);
let documentId: string;
const openAt = useEditors(server);

beforeEach(async () => {
  ({ id: documentId } = await team.api.trpc.channel.create.mutate({
    ...{ appId: team.app.id, kind: 'document', name: 'Plan' },
  }));
});

const open = (api = team.api, at = server) => openAt(api, documentId, at);
const of = (api = team.api) => api.trpc.version;
const listed = async (api = team.api) => (await of(api).list.query({ documentId })).list;

/** Writes lines, each as a block, and waits until they are stored. */
async function write(...lines: string[]): Promise<TestEditor> {
  const editor = await open();
  for (const line of lines) editor.write(line);
  await editor.saved();
  return editor;
}
/** Moves the clock of automatic versions forward. */
const pass = (minutes: number) =>
  server.db
    .updateTable('document')
    .set({ versionedAt: sql`"versionedAt" - make_interval(mins => ${minutes})` })
    .where('channelId', '=', documentId)
    .execute();

describe('automatic versions', () => {
  it('are kept ten minutes after the last one, if the document changed', async () => {
    const editor = await write('one');
    await keepDueVersions(server.platform);
    expect(await listed()).toEqual([]);
    await pass(11);
    await keepDueVersions(server.platform);
    expect(await listed()).toMatchObject([
      { cause: 'automatic', name: '', wordCount: 1, author: { id: team.owner.id } },
    ]);
    await pass(11);
    await keepDueVersions(server.platform);
    expect(await listed()).toHaveLength(1);
    editor.write('two');
    await editor.saved();
    await keepDueVersions(server.platform);
    expect(await listed()).toHaveLength(2);
    editor.write('three');
    await editor.saved();
    await pass(9);
    await keepDueVersions(server.platform);
    expect(await listed()).toHaveLength(2);
  });

  it('are not kept for an untouched document', async () => {
    await pass(60);
    await keepDueVersions(server.platform);
    expect(await listed()).toEqual([]);
  });

  it('are kept once, however many servers try', async () => {
    await write('one');
    await pass(11);
    await Promise.all([server, second, server, second].map(({ platform }) => keepDueVersions(platform)));
    expect(await listed()).toHaveLength(1);
  });

  it('are thinned with age; named ones stay', async () => {
    await write('one');
    const { id } = await of().create.mutate({ documentId });
    const at = (hoursAgo: number, cause: string, name = '') =>
      sql`
      insert into "version" ("documentId", "cause", "name", "seq", "state", "wordCount", "createdAt")
      select "documentId", ${cause}, ${name}, 1, "state", 1,
        date_trunc('day', now(), 'UTC') - make_interval(mins => ${Math.round(hoursAgo * 60)})
      from "version" where "id" = ${id}`.execute(server.db);
    // Two in one hour of three days ago, one in the next; two on a day of ten days ago, with named ones beside them.
    for (const hours of [72.2, 72.4, 73.5]) await at(hours, 'automatic');
    await at(72.3, 'restore');
    for (const hours of [241, 250]) await at(hours, 'automatic');
    await at(243, 'ai');
    await at(244, 'automatic', 'Mine');
    await at(245, 'named');
    expect(await thinVersions(server.platform)).toBe(3);
    const left = (await listed()).map(({ cause, name }) => [cause, name].join(' ').trim());
    expect(left.sort()).toEqual([
      'automatic',
      'automatic',
      'automatic',
      'automatic Mine',
      'named',
      'named',
      'restore',
    ]);
  });
});
