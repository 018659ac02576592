import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import { uploaded } from '../file/files.ts';
import { follow } from '../live/follower.ts';
import { chatRequests, stored } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { useOutsidePages } from './outside-pages.ts';

const { server, talk, site, fetched, pages, planted, send, callsOf, asking, decide, answered, expectAsked } =
  useOutsidePages();

describe('an address that a person wrote', () => {
  it('is read without a question', async () => {
    const calls = await answered(
      `Read ${site.origin}/prices?all=1 [[visit ${site.origin}/prices?all=1#top]]`,
    );
    expect(calls).toMatchObject([{ state: 'output-available', output: { text: 'Words of the page' } }]);
    expect(calls[0]).not.toHaveProperty('consent');
    expect(fetched).toEqual(['/prices?all=1']);
  });

  it('is read in a later turn, and one that others wrote too', async () => {
    const colleague = await talk.person();
    await colleague.api.trpc.message.send.mutate({
      channelId: talk.channelId,
      text: `Our prices: ${site.origin}/prices`,
    });
    await talk.live.until(({ list }) => list.length === 2);
    await talk.live.untilSettled();
    const { id } = await uploaded(talk.api, planted('/prices'), 'a.txt');
    const calls = await answered({ text: 'Read the prices', fileIds: [id] });
    expect(calls).toMatchObject([{ state: 'output-available' }]);
    expect(fetched).toEqual(['/prices']);
  });

  it('and replaced by other words asks', async () => {
    await answered(`Our prices: ${site.origin}/?rent=900`);
    const question = talk.live.list.at(-2);
    await talk.api.trpc.message.edit.mutate({
      ...{ channelId: talk.channelId, messageId: question?.id as string, text: 'Our prices' },
    });
    await talk.live.until(({ list }) => list.at(-2)?.id !== question?.id);
    await talk.live.untilSettled();
    await send({ text: 'Read', fileIds: [(await uploaded(talk.api, planted(), 'a.txt')).id] });
    await expectAsked();
  });

  it('counts in a fork, where an answer’s still does not', async () => {
    const lease = await uploaded(talk.api, `See ${site.origin}/?rent=900`, 'lease.txt');
    await answered({ text: `Our prices: ${site.origin}/prices`, fileIds: [lease.id] });
    expect(textOf(talk.live.list.at(-1)?.parts ?? [])).toContain(`${site.origin}/?rent=900`);
    const messageId = talk.live.list.at(-1)?.id as string;
    const { id: channelId } = await talk.api.trpc.channel.fork.mutate({
      channelId: talk.channelId,
      messageId,
    });
    const live = follow(talk.socket, channelId);
    await live.until(({ list }) => list.length === 2);
    const fork = { ...talk, channelId, live };
    const files = [
      await uploaded(talk.api, planted('/prices'), 'a.txt'),
      await uploaded(talk.api, planted(), 'b.txt'),
    ];
    await answered({ text: 'Read', fileIds: [files[0]?.id as string] }, fork);
    expect(fetched).toEqual(['/prices']);
    fetched.length = 0;
    await send({ text: 'Read', fileIds: [files[1]?.id as string] }, fork);
    await expectAsked('/?rent=900', fork);
    live.stop();
  });

  it('in the instructions of the assistant is read', async () => {
    const { id: assistantId } = talk.assistant;
    const instructions = `Look into ${site.origin}/handbook, never into ${site.origin}/{{team_name}}.`;
    await talk.api.trpc.assistant.update.mutate({ assistantId, instructions });
    const files = [await uploaded(talk.api, planted('/handbook'), 'a.txt')];
    await answered({ text: 'Read', fileIds: files.map(({ id }) => id) });
    expect(fetched).toEqual(['/handbook']);
    fetched.length = 0;
    const filled = encodeURI(`/${talk.team.name}`);
    await send({ text: 'Read', fileIds: [(await uploaded(talk.api, planted(filled), 'b.txt')).id] });
    await expectAsked(filled);
  });

  it('is read once in an answer, and then asks', async () => {
    pages.set('/a', planted('/a'));
    await send(`Read ${site.origin}/a [[visit ${site.origin}/a]]`);
    await asking();
    expect(fetched).toEqual(['/a']);
    await decide(await asking(), false);
    await talk.live.untilSettled();
    expect(fetched).toEqual(['/a']);
  });
});

describe('an address that was read', () => {
  /** Has the model want these addresses one after the other. */
  const plant = (from: string, ...paths: string[]) => {
    let page = from;
    for (const path of paths) {
      pages.set(page, planted(path));
      page = path;
    }
  };

  it('is not read again in another spelling', async () => {
    // Both are written, and name the same page.
    plant('/a', '/%61');
    await send(`Read ${site.origin}/a and ${site.origin}/%61 [[visit ${site.origin}/a]]`);
    expect(await asking()).toMatchObject({ input: { url: `${site.origin}/%61` } });
    expect(fetched).toEqual(['/a']);
    await decide(await asking(), false);
    await talk.live.untilSettled();
  });

  it('is not read again after the answer waited for consent', async () => {
    plant('/a', '/secret', '/a');
    await send(`Read ${site.origin}/a [[visit ${site.origin}/a]]`);
    const waiting = await asking();
    expect(waiting).toMatchObject({ input: { url: `${site.origin}/secret` } });
    await decide(waiting, true);
    const isNext = () => callsOf(talk).at(-1)?.state === 'approval-requested' && callsOf(talk).length === 3;
    await talk.live.until(isNext, 'the next question');
    expect(fetched).toEqual(['/a', '/secret']);
    await decide(await asking(), false);
    await talk.live.untilSettled();
    expect(fetched).toEqual(['/a', '/secret']);
  });
});

describe('consent to an address', () => {
  const ask = async () =>
    send({ text: 'Read', fileIds: [(await uploaded(talk.api, planted(), 'a.txt')).id] });

  it('lets it be read, and again later in this conversation', async () => {
    await ask();
    await decide(await asking(), true);
    await talk.live.untilSettled();
    expect(fetched).toEqual(['/?rent=900']);
    expect(callsOf(talk)).toMatchObject([
      { state: 'output-available', consent: { decision: 'approved', deciderId: talk.owner.id } },
    ]);
    await ask();
    await talk.live.untilSettled();
    expect(callsOf(talk)).toMatchObject([{ state: 'output-available' }]);
    expect(fetched).toEqual(['/?rent=900', '/?rent=900']);
  });

  it('may change it, and then only the changed one is read and known', async () => {
    await ask();
    await decide(await asking(), true, talk, { url: `${site.origin}/` });
    await talk.live.untilSettled();
    expect(fetched).toEqual(['/']);
    fetched.length = 0;
    await ask();
    await expectAsked();
  });

  it('is given by editors only, and a call that the others see says nothing else', async () => {
    await ask();
    const { toolCallId } = await asking();
    const guest = await talk.person('guest');
    const call = { channelId: talk.channelId, messageId: talk.live.list.at(-1)?.id as string, toolCallId };
    await expectRefused(guest.api.trpc.message.decideTool.mutate({ ...call, approve: true }), 'notFound');
    expect(await talk.api.trpc.message.consent.query(call)).toMatchObject({
      mayApprove: true,
      documents: [],
    });
    await talk.api.trpc.message.stop.mutate({ channelId: talk.channelId });
    await talk.live.untilSettled();
    expect(fetched).toEqual([]);
  });

  it('is not asked for what is never opened', async () => {
    const { id } = await uploaded(talk.api, '[[visit file:///etc/passwd]]', 'a.txt');
    expect(await answered({ text: 'Read', fileIds: [id] })).toMatchObject([{ state: 'output-error' }]);
    const user = await uploaded(talk.api, `[[visit http://rent:900@outside.test/]]`, 'b.txt');
    expect(await answered({ text: 'Read', fileIds: [user.id] })).toMatchObject([
      { state: 'output-error', errorText: expect.stringContaining('password') },
    ]);
    expect((await stored(server, talk.live.list.at(-1)?.id as string)).status).toBe('done');
  });
});

describe('trying an assistant', () => {
  it('reads addresses that the person wrote, and no others', async () => {
    const { modelId } = await server.db
      .selectFrom('assistant')
      .select('modelId')
      .where('id', '=', talk.assistant.id)
      .executeTakeFirstOrThrow();
    const draft = { name: 'Draft', instructions: '', modelId, parameters: {}, tools: ['fetch_page'] };
    const tell = async (text: string, history: { role: 'user' | 'assistant'; text: string }[] = []) => {
      const stream = await talk.api.trpc.assistant.try.mutate({ draft, text, history });
      for await (const event of stream) if (event.type === 'ended') expect(event.status).toBe('done');
    };
    await tell(`Read ${site.origin}/a [[visit ${site.origin}/a]]`);
    expect(fetched).toEqual(['/a']);
    fetched.length = 0;
    pages.set('/b', planted());
    await tell(`[[visit ${site.origin}/b]]`, [{ role: 'assistant', text: `See ${site.origin}/?rent=900` }]);
    expect(fetched).toEqual(['/b']);
    expect(JSON.stringify(chatRequests(server).at(-1)?.body.messages)).toContain('asks for consent');
  });
});
