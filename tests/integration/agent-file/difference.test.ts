import { randomUUID } from 'node:crypto';
import { makeRun } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { type Agent, openAgent, useAgent } from '../agent/agents.ts';
import { pngOf } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused } from '../workspace/team.ts';

const server = useServer();
const agent = useAgent(server);
const files = () => agent.api.trpc.agentFile;

/** Makes the states that somebody just made those of a step. */
const asStep = (of: Agent, turnId: string, step: number, ids: string[]) =>
  server.db
    .updateTable('agent_manifest')
    .set({ turnId, step, toolCallId: `call ${step}`, kind: 'step', authorId: null })
    .where('channelId', '=', of.channelId)
    .where('id', 'in', ids)
    .execute();

describe('the difference between states', () => {
  it('shows lines of texts, and other files by their sizes', async () => {
    const from = await agent.write('a.txt', 'x\ny\nz\n');
    await agent.write('a.txt', 'x\nq\nz\n');
    await agent.upload(pngOf(4, 4), 'b.png');
    const difference = await files().difference.query({ channelId: agent.channelId, of: { from } });
    expect(difference).toMatchObject({
      ...{ from, count: 2 },
      files: [
        { path: 'a.txt', kind: 'changed', before: { size: 6 }, after: { size: 6 } },
        { path: 'b.png', kind: 'added', before: null, hunks: null },
      ],
    });
    expect(difference.files[0]?.hunks?.[0]?.lines).toEqual([' x', '-y', '+q', ' z']);
    const all = await files().difference.query({
      ...{ channelId: agent.channelId, of: { from: null, to: from }, path: 'a.txt' },
    });
    expect(all.files).toMatchObject([{ path: 'a.txt', kind: 'added', hunks: [{ newLines: 3 }] }]);
  });

  it('is bounded: texts of great length, and a comparison that does not end, are shown as replaced', async () => {
    const lines = (seed: number) =>
      Array.from({ length: 20_000 }, (_each, index) => `${(index * seed) % 7919}`).join('\n');
    const from = await agent.write('long.txt', 'a'.repeat(500_000));
    await agent.write('odd.txt', lines(31));
    const middle = await agent.write('long.txt', 'b'.repeat(500_000));
    await agent.write('odd.txt', lines(57));
    const began = performance.now();
    const whole = await files().difference.query({ channelId: agent.channelId, of: { from } });
    const odd = await files().difference.query({ channelId: agent.channelId, of: { from: middle } });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(whole.files.map(({ path, hunks }) => [path, hunks === null])).toContainEqual(['long.txt', true]);
    expect(odd.files).toMatchObject([{ path: 'odd.txt', hunks: null }]);
  });

  it('is that of a run, or of one of its steps', async () => {
    const before = await agent.write('a.txt', '1');
    const { id: runId } = await makeRun(server.db, {
      ...{ channelId: agent.channelId, userId: agent.owner.id, run: { firstManifestId: before } },
    });
    const first = await agent.write('a.txt', '2');
    const second = await agent.write('b.txt', '1');
    await asStep(agent, runId, 0, [first]);
    await asStep(agent, runId, 2, [second]);
    const of = async (step?: number) => {
      const asked = { channelId: agent.channelId, of: { runId, step } };
      const { from, to, files: differing } = await files().difference.query(asked);
      return [from, to, differing.map(({ path, kind }) => `${path} ${kind}`)];
    };
    expect(await of()).toEqual([before, second, ['a.txt changed', 'b.txt added']]);
    expect(await of(0)).toEqual([before, first, ['a.txt changed']]);
    expect(await of(1)).toEqual([first, first, []]);
    expect(await of(2)).toEqual([first, second, ['b.txt added']]);
    const { list } = await files().states.query({ channelId: agent.channelId });
    expect(list[0]).toMatchObject({ runId, step: 2, toolCallId: 'call 2', author: null });
  });

  it('marks what changed since the newest run began, with what is gone', async () => {
    await agent.write('same.txt', '1');
    await agent.write('old/a.txt', '1');
    const firstManifestId = await agent.write('changed.txt', '1');
    const run = { firstManifestId };
    const { id: runId } = await makeRun(server.db, {
      ...{ channelId: agent.channelId, userId: agent.owner.id, run },
    });
    await agent.write('changed.txt', '2');
    await agent.write('new/b.txt', '1');
    await files().remove.mutate({ channelId: agent.channelId, path: 'old' });
    const marks = async (path = '', manifestId?: string) => {
      const folder = await files().list.query({ channelId: agent.channelId, path, manifestId });
      return folder.list.map(({ path: each, type, change }) => `${type} ${each} ${change}`);
    };
    expect(await marks()).toEqual([
      'folder new added',
      'folder old deleted',
      'file changed.txt changed',
      'file same.txt null',
    ]);
    expect(await marks('old')).toEqual(['file old/a.txt deleted']);
    expect((await files().list.query({ channelId: agent.channelId })).runId).toBe(runId);
    expect(await marks('', firstManifestId)).toEqual([
      ...['folder old null', 'file changed.txt null', 'file same.txt null'],
    ]);
  });

  it('knows no states and runs of another channel', async () => {
    const other = await openAgent(server);
    const theirs = await other.write('secret.txt', 'words');
    const { id: runId } = await makeRun(server.db, { channelId: other.channelId, userId: other.owner.id });
    const mine = await agent.write('a.txt', '1');
    const { channelId } = agent;
    const calls = files();
    await Promise.all(
      [
        calls.difference.query({ channelId, of: { from: theirs } }),
        calls.difference.query({ channelId, of: { from: mine, to: theirs } }),
        calls.difference.query({ channelId, of: { runId } }),
        calls.difference.query({ channelId, of: { runId: randomUUID() } }),
        calls.content.query({ channelId, path: 'secret.txt', manifestId: theirs }),
        calls.list.query({ channelId, manifestId: theirs }),
        calls.restore.mutate({ channelId, manifestId: theirs }),
        calls.write.mutate({ channelId, path: 'x', content: '', basedOn: theirs }),
        calls.states.query({ channelId: other.channelId }),
      ].map((call) => expectRefused(call, 'notFound')),
    );
    expect((await agent.api.get(`${agent.at}/files/zip`, { manifestId: theirs })).status).toBe(404);
    expect(await agent.paths()).toEqual(['a.txt']);
  });

  it('of states are listed by pages, to the last', async () => {
    const made: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) made.unshift(await agent.write(name, name));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await files().states.query({ channelId: agent.channelId, cursor, limit: 2 });
      seen.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(made);
    await expectRefused(files().states.query({ channelId: agent.channelId, cursor: 'odd' }), 'invalidInput');
  });
});
