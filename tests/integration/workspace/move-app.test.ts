import { makeAssistant } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, treeOf, useTeam } from './team.ts';

const server = useServer();
const team = useTeam(server);
/** The source and the target app. */
let from: string;
let to: string;
/** A document at the top of the first app, with one below, and one in the other. */
let plan: string;
let steps: string;
let rules: string;

beforeEach(async () => {
  from = (await team.api.trpc.app.create.mutate({ name: 'Drafts', type: 'note' })).id;
  to = (await team.api.trpc.app.create.mutate({ name: 'Handbook', type: 'note' })).id;
  const make = async (appId: string, name: string, parentId: string | null = null) =>
    (await team.api.trpc.channel.create.mutate({ appId, kind: 'document', name, parentId })).id;
  plan = await make(from, 'Plan');
  steps = await make(from, 'Steps', plan);
  rules = await make(to, 'Rules');
});

const move = (
  channelId: string,
  { appId = to, parentId = null, afterId = null }: { [key: string]: string | null } = {},
  api = team.api,
) => api.trpc.channel.move.mutate({ channelId, appId: appId ?? to, parentId, afterId });

describe('moving a channel into another app', () => {
  it('includes everything below it, and in the bin', async () => {
    const binned = await team.api.trpc.channel.create.mutate({
      ...{ appId: from, kind: 'document', name: 'Old', parentId: plan },
    });
    await team.api.trpc.channel.remove.mutate({ channelId: binned.id });
    expect(await move(plan, { afterId: rules })).toMatchObject({ appId: to, parentId: null });
    expect(await treeOf(team.api, from)).toEqual([]);
    expect(await treeOf(team.api, to)).toEqual(['Rules', ['Plan', ['Steps']]]);
    await team.api.trpc.channel.restore.mutate({ channelId: binned.id });
    expect(await treeOf(team.api, to)).toEqual(['Rules', ['Plan', ['Old', 'Steps']]]);
  });

  it('works below a channel there, and back', async () => {
    await move(plan, { parentId: rules });
    expect(await treeOf(team.api, to)).toEqual([['Rules', [['Plan', ['Steps']]]]]);
    await move(steps, { appId: from });
    expect(await treeOf(team.api, from)).toEqual(['Steps']);
    await move(plan, { appId: from, parentId: steps });
    expect(await treeOf(team.api, from)).toEqual([['Steps', ['Plan']]]);
    expect(await treeOf(team.api, to)).toEqual(['Rules']);
  });

  it('keeps words and versions, and it stays writable', async () => {
    const { trpc } = team.api;
    await trpc.document.putContent.mutate({ documentId: steps, content: 'First things first.' });
    await trpc.version.create.mutate({ documentId: steps, name: 'One' });
    await move(plan);
    const { content } = await trpc.document.content.query({ documentId: steps, format: 'markdown' });
    expect(content).toBe('First things first.\n');
    expect((await trpc.version.list.query({ documentId: steps })).list.map(({ name }) => name)).toEqual([
      'One',
    ]);
    await trpc.document.append.mutate({ documentId: steps, content: 'Then the rest.' });
  });

  it('leaves the assistants of its old app behind', async () => {
    const { trpc } = team.api;
    const of = { teamId: team.team.id, ownerId: team.owner.id };
    const theirs = await makeAssistant(server.db, { ...of, appId: from });
    const own = await makeAssistant(server.db, of);
    const withTheirs = await trpc.channel.create.mutate({
      ...{ appId: from, kind: 'document', name: 'A', assistantId: theirs.id },
    });
    const withOwn = await trpc.channel.create.mutate({
      ...{ appId: from, kind: 'document', name: 'B', assistantId: own.id },
    });
    expect(await move(withTheirs.id)).toMatchObject({ assistantId: null });
    expect(await move(withOwn.id)).toMatchObject({ assistantId: own.id });
  });

  it('shows it to people of that app, who are notified live', async () => {
    await team.api.trpc.app.setVisibility.mutate({ appId: from, visibility: 'private' });
    const { api } = await team.person();
    await expectRefused(api.trpc.channel.get.query({ channelId: steps }), 'notFound');
    const [told] = await team.announced(() => move(plan));
    expect(told).toMatchObject({ channelIds: expect.arrayContaining([plan, steps]) });
    expect(await api.trpc.channel.get.query({ channelId: steps })).toMatchObject({ appId: to });
    await move(plan, { appId: from });
    await expectRefused(api.trpc.channel.get.query({ channelId: steps }), 'notFound');
  });

  it('is refused below itself, beside a foreign sibling, and twice at once', async () => {
    await expectRefused(move(plan, { appId: from, parentId: steps }), 'treeCycle');
    await expectRefused(move(plan, { parentId: steps }), 'notFound');
    await expectRefused(move(plan, { appId: from, parentId: rules }), 'notFound');
    await expectRefused(move(plan, { afterId: steps }), 'notFound');
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => move(plan, i % 2 ? { parentId: rules } : {})),
    );
    for (const result of results)
      if (result.status === 'rejected') expect(['notFound', 'conflict']).toContain(result.reason.data.key);
    const both = [await treeOf(team.api, from), await treeOf(team.api, to)];
    expect(JSON.stringify(both).match(/Plan/gu)).toHaveLength(1);
    expect(JSON.stringify(both).match(/Steps/gu)).toHaveLength(1);
  });
});

describe('moving into another app requires', () => {
  it('managing the channel, and the right to add channels there', async () => {
    const { api } = await team.person();
    await expectRefused(move(plan, {}, api), 'forbidden');
    const own = await api.trpc.channel.create.mutate({ appId: from, kind: 'document', name: 'Own' });
    await team.api.trpc.app.setPermission.mutate({ appId: to, permission: 'view' });
    await expectRefused(move(own.id, {}, api), 'forbidden');
    await expectRefused(move(own.id, { parentId: rules }, api), 'forbidden');
    await team.api.trpc.app.setVisibility.mutate({ appId: to, visibility: 'private' });
    await expectRefused(move(own.id, {}, api), 'notFound');
    await expectRefused(move(own.id, { parentId: rules }, api), 'notFound');
    await team.api.trpc.app.setVisibility.mutate({ appId: to, visibility: 'team' });
    await team.api.trpc.app.setPermission.mutate({ appId: to, permission: 'edit' });
    expect(await move(own.id, {}, api)).toMatchObject({ appId: to });
  });

  it('the same team, even for a member of both', async () => {
    const other = await openTeam(server);
    await expectRefused(move(plan, { appId: other.app.id }), 'notFound');
    await server.db
      .insertInto('member')
      .values({ teamId: other.team.id, userId: team.owner.id, role: 'admin' })
      .execute();
    await expectRefused(move(plan, { appId: other.app.id }), 'notFound');
    const theirs = await other.api.trpc.channel.create.mutate({ appId: other.app.id });
    await expectRefused(move(plan, { appId: other.app.id, parentId: theirs.id }), 'notFound');
    expect(await treeOf(team.api, from)).toEqual([['Plan', ['Steps']]]);
  });
});
