import { makeMessage } from '@tandem/db/testing/factories/index';
import type { Part } from '@tandem/shared/message/parts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Place } from '../running/sample-data.ts';
import { as, closeDatabase, database, placeOf, sharedServer } from '../running/shared-server.ts';

afterAll(closeDatabase);

let place: Place;
beforeEach(async () => {
  place = await placeOf('owner');
});

interface Entry {
  id: string;
  role: string;
  content: unknown;
  toolInvocations: unknown[];
  annotations: unknown;
  ragContent?: unknown;
  user: unknown;
  assistant: unknown;
}

async function history(): Promise<Entry[]> {
  const answer = await as('owner').get(`/api/channel/${place.channelId}/history`, { pageSize: 50 });
  return (answer.data as { list: Entry[] }).list;
}
const byAssistant = (parts: Part[], status: 'done' | 'running' = 'done') =>
  makeMessage(database(), { channelId: place.channelId, assistantId: place.assistantId, parts, status });
const byPerson = (text: string, authorId: number | null = sharedServer.sample.people.owner.id) =>
  makeMessage(database(), { channelId: place.channelId, role: 'user', text, ...(authorId && { authorId }) });

describe('annotations', () => {
  it('C29: are the data of content that parses as JSON with type 3', async () => {
    const data = [{ anything: 1 }];
    await byAssistant([{ type: 'text', text: JSON.stringify({ type: 3, data }) }]);
    await byPerson(JSON.stringify({ type: 3, data: { of: 'a person' } }));
    const [, , answer, question] = await history();
    expect(answer?.annotations).toEqual(data);
    expect(question?.annotations).toEqual({ of: 'a person' });
  });
  it('C29: ignore other JSON', async () => {
    await byPerson('{"type":2,"data":[]}');
    await byPerson('{"type":3');
    for (const entry of (await history()).slice(2)) expect(entry.annotations).toMatchObject([{ type: 2 }]);
  });
  it('C29: of an assistant’s message are its ragContent', async () => {
    await byAssistant([
      { type: 'text', text: 'See there.' },
      { type: 'source-url', sourceId: '1', url: 'https://example.test/a', title: 'A page' },
    ]);
    const answer = (await history()).at(-1);
    expect(answer?.ragContent).toMatchObject([{ title: 'A page', url: 'https://example.test/a' }]);
    expect(answer?.annotations).toEqual(answer?.ragContent);
  });
  it('C29: of a user’s message are one entry of type 2 with name and avatar', async () => {
    expect((await history())[0]?.annotations).toEqual([{ type: 2, name: 'The owner', avatar: '' }]);
  });
  it('C29: are empty otherwise', async () => {
    await byPerson('From someone whose account is gone', null);
    expect((await history()).at(-1)).toMatchObject({ annotations: [], user: null });
  });
});

describe('content and tools', () => {
  const call = {
    type: 'dynamic-tool',
    toolCallId: 'call_1',
    toolName: 'time',
    input: { zone: 'UTC' },
  } as const;

  it('C30: is text where no tool was called', async () => {
    const [question, answer] = await history();
    expect(question).toMatchObject({ role: 'user', content: 'A question', toolInvocations: [] });
    expect(answer).toMatchObject({ role: 'assistant', content: 'An answer', toolInvocations: [] });
  });

  it('C30: an invocation is a call while it runs', async () => {
    await byAssistant(
      [
        { type: 'text', text: 'Let me see.' },
        { ...call, state: 'input-available' },
      ],
      'running',
    );
    const entry = (await history()).at(-1);
    expect(entry).toMatchObject({
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me see.' },
        { type: 'tool-call', toolCallId: 'call_1', toolName: 'time', args: { zone: 'UTC' } },
      ],
      toolInvocations: [{ state: 'call', toolCallId: 'call_1', toolName: 'time', args: { zone: 'UTC' } }],
    });
    expect(entry?.toolInvocations[0]).not.toHaveProperty('result');
  });

  it('C30: an invocation becomes a result by its id, and a tool message holds it', async () => {
    await byAssistant([
      { ...call, state: 'output-available', output: { now: '12:00' } },
      { ...call, toolCallId: 'call_2', state: 'output-error', errorText: 'No such zone' },
      { type: 'text', text: 'Noon.' },
    ]);
    const [answer, results] = (await history()).slice(-2);
    expect(answer?.toolInvocations).toMatchObject([
      { state: 'result', toolCallId: 'call_1', result: { now: '12:00' } },
      { state: 'result', toolCallId: 'call_2' },
    ]);
    expect(results).toMatchObject({
      role: 'tool',
      content: [{ toolCallId: 'call_1', result: { now: '12:00' } }, { toolCallId: 'call_2' }],
    });
    const idsIn = (content: unknown) =>
      (content as { toolCallId?: string }[]).flatMap(({ toolCallId }) => toolCallId ?? []);
    expect(idsIn(results?.content)).toEqual(idsIn(answer?.content));
    expect(results?.id).not.toBe(answer?.id);
  });
});
