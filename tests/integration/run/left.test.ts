import { randomUUID } from 'node:crypto';
import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type ScriptedStep, script } from '../../fakes/provider/script.ts';
import { useTalkingServer } from '../message/conversation.ts';
import { openAgent, useAgent } from './agent.ts';

const server = useTalkingServer();
const agent = useAgent(server, { mode: 'ask' });

const parts = () => agent.live.list.at(-1)?.parts ?? [];
const run = (runId: string) => agent.api.trpc.run.get.query({ channelId: agent.channelId, runId });
const write = (name: string): ScriptedStep => [['write_file', { path: name, content: name }]];
const turnOf = (runId: string) =>
  server.db.selectFrom('turn').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();

/** As if the process that has a run had been killed. */
const kill = (runId: string) =>
  server.db
    .updateTable('turn')
    .set({
      ...{ ownerId: randomUUID(), waitingSince: null, epoch: sql`"epoch" + 1` },
      leaseUntil: sql`now() - interval '1 second'`,
    })
    .where('id', '=', runId)
    .execute();

describe('a run whose process is gone', () => {
  it('goes on in another from its last step, without what was written after it', async () => {
    const { channelId, api } = agent;
    await server.db
      .updateTable('agent_setting')
      .set({ mode: 'work' })
      .where('channelId', '=', channelId)
      .execute();
    const text = `${script(write('a'), write('b'))} [[slow 1500]] Work`;
    await api.trpc.message.send.mutate({ channelId, text });
    await agent.live.until(() =>
      parts().some((part) => part.type === 'dynamic-tool' && part.state === 'output-available'),
    );
    const { turnId } = await server.db
      .selectFrom('agent_run')
      .select('turnId')
      .where('channelId', '=', channelId)
      .executeTakeFirstOrThrow();
    await kill(turnId);
    await agent.live.untilSettled();
    expect(await run(turnId)).toMatchObject({ status: 'done', steps: 2 });
    expect([await agent.file('a'), await agent.file('b')]).toEqual(['a', 'b']);
    const states = await server.db
      .selectFrom('agent_manifest')
      .select('id')
      .where('channelId', '=', channelId)
      .execute();
    expect(states).toHaveLength(2);
    expect(parts().filter(({ type }) => type === 'dynamic-tool')).toHaveLength(2);
    const { takeovers } = await server.db
      .selectFrom('agent_run')
      .select('takeovers')
      .where('turnId', '=', turnId)
      .executeTakeFirstOrThrow();
    expect(takeovers).toBe(1);
  });

  it('ends with the fifth process that does not survive it', async () => {
    const runId = await agent.start(write('a'));
    await agent.call('approval-requested');
    await server.db.updateTable('agent_run').set({ takeovers: 5 }).where('turnId', '=', runId).execute();
    await server.db
      .updateTable('tool_call')
      .set({ decision: 'approved' })
      .where('turnId', '=', runId)
      .execute();
    await kill(runId);
    await agent.live.untilSettled();
    expect((await turnOf(runId)).status).toBe('interrupted');
  });

  it('asks before a call runs again that began and must not run twice', async () => {
    const { app } = agent;
    const on = await openAgent(server, { mode: 'work', tools: ['create_document'] });
    const channelId = on.channelId;
    await server.db
      .updateTable('agent_setting')
      .set({ mode: 'ask' })
      .where('channelId', '=', channelId)
      .execute();
    const runId = await on.start([['create_document', { title: 'Twice', markdown: 'Once' }]]);
    await on.call('approval-requested');
    await server.db
      .updateTable('tool_call')
      .set({ decision: 'approved', deciderId: on.owner.id, startedAt: sql<Date>`now()` })
      .where('turnId', '=', runId)
      .execute();
    await kill(runId);
    await on.live.until(() =>
      (on.live.list.at(-1)?.parts ?? []).some(
        (part) => part.type === 'dynamic-tool' && part.consent?.isOutcomeUnknown === true,
      ),
    );
    const call = await on.call('approval-requested');
    await on.decide(call, false);
    await on.live.untilSettled();
    const documents = await server.db
      .selectFrom('channel')
      .select('id')
      .where('name', '=', 'Twice')
      .where('appId', '=', app.id)
      .execute();
    expect(documents).toEqual([]);
    await on.close();
  });
});

describe('a run whose asker may not ask any more', () => {
  it('pauses, and goes on for an editor once they may again', async () => {
    const person = await agent.person();
    const { channelId } = agent;
    const give = () =>
      makeGrant(server.db, {
        ...{ teamId: agent.team.id, targetId: channelId },
        ...{ userId: person.user.id, level: levelRank.edit },
      });
    await give();
    await person.api.trpc.message.send.mutate({ channelId, text: `${script(write('a'))} Work` });
    await agent.live.until(() => agent.live.list.length === 2);
    const call = await agent.call('approval-requested');
    const { turnId: runId } = await server.db
      .selectFrom('agent_run')
      .select('turnId')
      .where('channelId', '=', channelId)
      .executeTakeFirstOrThrow();
    await server.db
      .updateTable('member')
      .set({ suspendedAt: sql<Date>`now()` })
      .where('userId', '=', person.user.id)
      .where('teamId', '=', agent.team.id)
      .execute();
    await agent.decide(call, true).catch(() => {});
    await server.platform.database.db
      .updateTable('turn')
      .set({ ownerId: '00000000-0000-0000-0000-000000000000' })
      .where('id', '=', runId)
      .execute();
    await agent.live.until(() =>
      parts().some((part) => part.type === 'data-pause' && part.data.reason === 'access'),
    );
    expect(await agent.file('a')).toBeNull();
    await server.db
      .updateTable('member')
      .set({ suspendedAt: null })
      .where('userId', '=', person.user.id)
      .where('teamId', '=', agent.team.id)
      .execute();
    await agent.api.trpc.run.goOn.mutate({ channelId, runId });
    await agent.decide(await agent.call('approval-requested'), true).catch(() => {});
    await agent.live.untilSettled();
    expect(await agent.file('a')).toBe('a');
  });
});

describe('what people write while a run works', () => {
  it('is read at its next step, and starts no run of its own', async () => {
    const { channelId, api } = agent;
    const runId = await agent.start(write('a'));
    const call = await agent.call('approval-requested');
    await api.trpc.message.send.mutate({ channelId, text: 'Write it in German' });
    await agent.live.until(() => agent.live.queue.length === 1);
    await agent.decide(call, true);
    await agent.live.untilSettled();
    expect(agent.live.queue).toEqual([]);
    expect(agent.live.list).toHaveLength(2);
    expect(parts().find(({ type }) => type === 'data-said')).toMatchObject({
      data: { userId: agent.owner.id, text: 'Write it in German' },
    });
    const asked = server.provider.requests.findLast(({ path }) => path.endsWith('/chat/completions'));
    expect(JSON.stringify(asked?.body.messages)).toContain('Write it in German');
    expect(await run(runId)).toMatchObject({ status: 'done' });
  });

  it('is taken by a provider that wants its model to speak after results', async () => {
    const on = await openAgent(server, { mode: 'ask', modelId: 'mistral-small-latest' });
    const { channelId, api, live } = on;
    await on.start(write('a'));
    const call = await on.call('approval-requested');
    await api.trpc.message.send.mutate({ channelId, text: 'Write it in German' });
    await live.until(() => live.queue.length === 1);
    await on.decide(call, true);
    await live.untilSettled();
    expect(live.list.at(-1)).toMatchObject({ status: 'done' });
    expect(live.list.at(-1)?.parts.some(({ type }) => type === 'data-said')).toBe(true);
    await on.close();
  });
});
