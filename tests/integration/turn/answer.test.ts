import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import {
  type Conversation,
  chatRequests,
  gistOf,
  openConversation,
  useConversation,
  useTalkingServer,
} from '../message/conversation.ts';
import { askIn } from './asking.ts';

const server = useTalkingServer();
const talk = useConversation(server, { tools: ['calculator', 'current_time'] });

const ask = (text: string, on = talk) => askIn(server, on, text);
const asked = () => chatRequests(server);

describe('content of an answer', () => {
  it('reasoning and text are parts, live and stored', async () => {
    const answer = await ask('[[reasoning one two three]] [[say four five]] Think');
    expect(gistOf(answer.parts)).toEqual(['reasoning: one two three', 'text: four five']);
    expect(answer.parts.filter(({ type }) => type === 'step-start')).toHaveLength(1);
  });

  it('tools are called, shown while they run, and their results answered', async () => {
    const answer = await ask('[[tool calculator {"expression":"6 * 7"}]] What is six times seven?');
    expect(answer.status).toBe('done');
    expect(answer.parts.find((part) => part.type === 'dynamic-tool')).toMatchObject({
      toolName: 'calculator',
      state: 'output-available',
      input: { expression: '6 * 7' },
    });
    expect(textOf(answer.parts)).toContain('42');
    const states = talk.live.events.flatMap((event) =>
      event.type === 'delta'
        ? event.changes.flatMap((change) =>
            change.op === 'set' && change.part.type === 'dynamic-tool' ? [change.part.state] : [],
          )
        : [],
    );
    expect(states.at(-1)).toBe('output-available');
    expect(states.length).toBeGreaterThan(1);
  });

  it('a failing tool says why, and the answer continues', async () => {
    const answer = await ask('[[tool calculator {"expression":"6 *"}]] Broken');
    expect(answer.status).toBe('done');
    expect(answer.parts.find((part) => part.type === 'dynamic-tool')).toMatchObject({
      state: 'output-error',
      errorText: expect.stringMatching(/\w/),
    });
    expect(textOf(answer.parts)).not.toBe('');
  });

  it('a missing tool and invalid JSON input end well', async () => {
    const missing = await ask('[[tool launch_rocket {"to":"moon"}]] Go');
    expect(gistOf(missing.parts)[0]).toBe('launch_rocket: output-error');
    const broken = await ask('[[badtool]] Go');
    expect(broken.status).not.toBe('running');
    expect(broken.parts.some((part) => part.type === 'dynamic-tool' && part.state.startsWith('input'))).toBe(
      false,
    );
  });

  it('a model that calls tools for ever is stopped after ten steps', async () => {
    const before = asked().length;
    const answer = await ask('[[toolloop calculator {"expression":"1 + 1"}]] Loop');
    expect(answer).toMatchObject({ status: 'done', error: null });
    expect(asked().length - before).toBe(10);
  });

  it('split characters, NUL and hostile names are stored', async () => {
    const answer = await ask('[[say 😀a\u{2070e}b😀 __proto__]] Signs');
    expect(textOf(answer.parts)).toBe('😀a\u{2070e}b😀 __proto__');
  });
});

describe('access during a turn', () => {
  it('ends it at the next tool when the asker loses access', async () => {
    const { channelId, live } = talk;
    const colleague = await talk.person();
    const text = '[[slow 700]] [[toolloop calculator {"expression":"1 + 1"}]] Count';
    await colleague.api.trpc.message.send.mutate({ channelId, text });
    await live.until(({ list }) => list.length === 2);
    await server.db.deleteFrom('member').where('userId', '=', colleague.user.id).execute();
    await live.untilSettled();
    expect(live.list[1]?.status).toBe('stopped');
    const outputs = live.list[1]?.parts.filter(
      (part) => part.type === 'dynamic-tool' && part.state === 'output-available',
    );
    expect(outputs?.length ?? 0).toBeLessThan(3);
  });
});

describe('titles', () => {
  it('an unnamed channel is named after its first answer; a named one keeps its name', async () => {
    const fresh = await openConversation(server);
    const names: string[] = [];
    const tree = fresh.socket.trpc.live.team.subscribe(
      {},
      { onData: ({ data }) => names.push(...data.channels.map((channel) => channel.name)) },
    );
    await ask('How do tides work?', fresh);
    const name = async (on: Conversation) =>
      (await on.api.trpc.channel.get.query({ channelId: on.channelId })).name;
    await expect.poll(() => name(fresh), { timeout: 5_000 }).not.toBe('');
    const first = await name(fresh);
    await expect.poll(() => names).toContain(first);
    tree.unsubscribe();
    await ask('And currents?', fresh);
    await sleep(300);
    expect(await name(fresh)).toBe(first);
    await ask('How do tides work?');
    await sleep(300);
    expect(await name(talk)).toBe('Named');
    await fresh.close();
  });

  it('a channel whose first answer failed keeps the name from its question', async () => {
    const fresh = await openConversation(server);
    const name = async () => (await fresh.api.trpc.channel.get.query({ channelId: fresh.channelId })).name;
    await ask('[[401]] Hello', fresh);
    await expect.poll(name, { timeout: 5_000 }).toContain('Hello');
    const first = await name();
    await ask('How do tides work?', fresh);
    expect(await name()).toBe(first);
    await fresh.close();
  });
});
