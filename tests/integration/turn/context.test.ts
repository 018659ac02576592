import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeMessage } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Conversation, openConversation, useTalkingServer } from '../message/conversation.ts';

const server = useTalkingServer();

async function ask(talk: Conversation, text: string) {
  const before = talk.live.list.length;
  await talk.api.trpc.message.send.mutate({ channelId: talk.channelId, text });
  await talk.live.until(({ list }) => list.length === before + 2);
  await talk.live.untilSettled();
  return talk.live.list.at(-1);
}

interface Sent {
  role: string;
  content: unknown;
}

/** The last answer request to the provider. */
function lastRequest(): { messages: Sent[]; characters: number } {
  const chats = server.provider.requests.filter(({ body }) => body.stream === true);
  const messages = (chats.at(-1)?.body.messages ?? []) as Sent[];
  return { messages, characters: JSON.stringify(messages).length };
}

const summaries = (message: { parts: { type: string }[] } | undefined) =>
  (message?.parts ?? []).filter((part) => part.type === 'data-summary');

describe('the model’s input', () => {
  it('is the active path, oldest first, with the question last', async () => {
    const talk = await openConversation(server, { name: 'Named' });
    await ask(talk, '[[say blue]] What colour is the sky?');
    const answer = talk.live.list[1];
    await talk.api.trpc.message.edit.mutate({
      channelId: talk.channelId,
      messageId: talk.live.list[0]?.id as string,
      text: '[[say green]] What colour is grass?',
    });
    await talk.live.until(({ list }) => list[1]?.id !== answer?.id);
    await talk.live.untilSettled();
    await ask(talk, 'Are you sure?');
    const { messages } = lastRequest();
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(messages)).not.toContain('sky');
    expect(JSON.stringify(messages[1])).toContain('grass');
    expect(JSON.stringify(messages[2])).toContain('green');
    await talk.close();
  });

  it('begins with the assistant’s instructions', async () => {
    const talk = await openConversation(server, { name: 'Named' });
    await server.db
      .updateTable('assistant')
      .set({ instructions: 'Speak like a pirate.' })
      .where('id', '=', talk.assistant.id)
      .execute();
    await ask(talk, 'Hello');
    expect(lastRequest().messages[0]).toMatchObject({ role: 'system', content: 'Speak like a pirate.' });
    await talk.close();
  });

  it('has people’s names on their messages once several write, and only then', async () => {
    const talk = await openConversation(server, { name: 'Named' });
    await ask(talk, 'Alone');
    expect(JSON.stringify(lastRequest().messages)).not.toContain(talk.owner.name);
    const { api: colleague, user } = await talk.person();
    await colleague.trpc.message.send.mutate({ channelId: talk.channelId, text: 'Together' });
    await talk.live.until(({ list }) => list.length === 4);
    await talk.live.untilSettled();
    const { messages } = lastRequest();
    expect(JSON.stringify(messages)).toContain(`${talk.owner.name}: Alone`);
    expect(JSON.stringify(messages)).toContain(`${user.name}: Together`);
    // People see the text that they wrote.
    expect(talk.live.texts[2]).toBe('Together');
    await talk.close();
  });

  it('repeats results of tools in later turns', async () => {
    const talk = await openConversation(server, { name: 'Named', tools: ['calculator'] });
    await ask(talk, '[[tool calculator {"expression":"6 * 7"}]] How much?');
    await ask(talk, 'And again?');
    const { messages } = lastRequest();
    expect(messages.map(({ role }) => role)).toContain('tool');
    expect(JSON.stringify(messages)).toContain('42');
    await talk.close();
  });

  it('omits calls without a result', async () => {
    const talk = await openConversation(server, { name: 'Named' });
    const { channelId, owner } = talk;
    await makeMessage(server.db, { channelId, authorId: owner.id, text: 'Question' });
    await makeMessage(server.db, {
      channelId,
      parts: [
        {
          type: 'dynamic-tool',
          toolCallId: 'c1',
          toolName: 'calculator',
          state: 'input-available',
          input: {},
        },
        { type: 'text', text: 'Broken off' },
      ],
    });
    await talk.api.trpc.message.send.mutate({ channelId, text: 'Go on' });
    await talk.live.until(({ list }) => list.some(({ status }) => status === 'running'), 'the start');
    await talk.live.untilSettled();
    expect(talk.live.list.at(-1)?.status).toBe('done');
    expect(JSON.stringify(lastRequest().messages)).not.toContain('c1');
    await talk.close();
  });
});

/** A provider that only streams: summaries and titles, which are asked for whole, are refused. */
async function refusingSideRequests(target: string) {
  const proxy = createServer(async (request, response) => {
    const body = await text(request);
    if (JSON.parse(body).stream !== true) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"No."}}');
      return;
    }
    const answer = await fetch(`${target}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => new Promise((resolve) => proxy.close(resolve)),
  };
}

describe('a conversation longer than its model’s context', () => {
  const WINDOW = 3_000;
  const long = (index: number) => `Fact ${index}: ${'water is wet and fire is hot. '.repeat(20)}`;

  it('always fits: the oldest part is summarised, visibly', async () => {
    const talk = await openConversation(server, { name: 'Named', contextWindow: WINDOW });
    const sizes: number[] = [];
    for (let index = 0; index < 30; index++) {
      const answer = await ask(talk, `[[say understood ${index}]] ${long(index)}`);
      expect(answer?.status).toBe('done');
      sizes.push(lastRequest().characters);
    }
    // A token is some four characters of English.
    expect(Math.max(...sizes)).toBeLessThan(WINDOW * 4);
    const withSummary = talk.live.list.filter((message) => summaries(message).length > 0);
    expect(withSummary.length).toBeGreaterThanOrEqual(2);
    expect(withSummary.length).toBeLessThan(15);
    const [first, second] = withSummary.map((message) => summaries(message)[0]) as unknown as {
      data: { text: string; untilSeq: number; messageCount: number };
    }[];
    expect(first?.data.text).not.toBe('');
    expect(second?.data.messageCount).toBeGreaterThan(first?.data.messageCount as number);
    expect(second?.data.untilSeq).toBeGreaterThan(first?.data.untilSeq as number);
    expect(JSON.stringify(lastRequest().messages[0])).toContain('The conversation before');
    expect(talk.live.breaches).toEqual([]);
    await talk.close();
  });

  it('continues without a summary where making one fails, and loses nothing', async () => {
    const talk = await openConversation(server, { name: 'Named', contextWindow: WINDOW });
    const { channelId, owner, team } = talk;
    const { url } = server.provider;
    const picky = await refusingSideRequests(url);
    const reach = (apiHost: string) =>
      server.db.updateTable('provider').set({ apiHost }).where('teamId', '=', team.id).execute();
    const tell = async (from: number, to: number) => {
      for (let index = from; index < to; index++) {
        await makeMessage(server.db, { channelId, authorId: owner.id, text: long(index) });
        await makeMessage(server.db, { channelId, text: `Understood ${index}` });
      }
    };
    const next = async () => {
      const asked = await talk.api.trpc.message.send.mutate({ channelId, text: 'And now?' });
      await talk.live.until(({ list }) => list.some(({ id }) => id === asked.messageId), 'the question');
      await talk.live.until(({ list }) => list.at(-1)?.role === 'assistant', 'the start');
      await talk.live.untilSettled();
      return talk.live.list.at(-1);
    };
    await reach(picky.url);
    await tell(0, 25);
    const first = await next();
    expect(first).toMatchObject({ status: 'done' });
    expect(summaries(first)).toEqual([]);
    expect(JSON.stringify(lastRequest().messages[0])).toContain('left out');
    await makeMessage(server.db, {
      channelId,
      parts: [
        {
          type: 'data-summary',
          data: { text: 'The code word is heron.', untilSeq: 40, messageCount: 40 },
        },
        { type: 'text', text: 'Summarised' },
      ],
    });
    await tell(25, 40);
    expect(summaries(await next())).toEqual([]);
    expect(JSON.stringify(lastRequest().messages[0])).toMatch(/heron.*left out/);
    await reach(url);
    const last = await next();
    expect(summaries(last)).toMatchObject([{ data: { messageCount: expect.any(Number) } }]);
    const asked = server.provider.requests.findLast(({ body }) =>
      JSON.stringify(body).includes('<conversation>'),
    );
    expect(JSON.stringify(asked?.body)).toContain('heron');
    expect(JSON.stringify(asked?.body)).toContain('Fact 25');
    await talk.close();
    await picky.close();
  });

  it('answers an overlong question from the part that fits', async () => {
    const talk = await openConversation(server, { name: 'Named', contextWindow: WINDOW });
    const answer = await ask(talk, `Begin ${'middle words here '.repeat(4_000)} end`);
    expect(answer?.status).toBe('done');
    const { characters, messages } = lastRequest();
    expect(characters).toBeLessThan(WINDOW * 4);
    expect(JSON.stringify(messages)).toContain('Begin');
    expect(talk.live.texts[0]?.length).toBeGreaterThan(70_000);
    await talk.close();
  });

  it('is answered in a channel of 20,000 messages without reading them all', async () => {
    const talk = await openConversation(server, { name: 'Named', contextWindow: WINDOW });
    const { channelId, owner, team, live } = talk;
    await sql`
      with "old" as (select gen_random_uuid() as "id", "n" from generate_series(1, 20000) as "n")
      insert into "message"
        ("id", "parentId", "channelId", "teamId", "seq", "role", "authorId", "parts", "revision")
      select "id", lag("id") over (order by "n"), ${channelId}, ${team.id}, "n", 'user', ${owner.id},
        jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Old fact ' || "n")), 1
      from "old"
    `.execute(server.db);
    await sql`
      update "channel_head" set "lastSeq" = 20000, "revision" = 1, "messageCount" = 20000
      where "channelId" = ${channelId}
    `.execute(server.db);
    const startedAt = Date.now();
    await talk.api.trpc.message.send.mutate({ channelId, text: 'And now?' });
    await live.until(({ texts }) => texts.at(-2) === 'And now?');
    await live.untilSettled();
    expect(live.list.at(-1)?.status).toBe('done');
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    expect(lastRequest().characters).toBeLessThan(WINDOW * 4);
    await talk.close();
  });
});
