import { makeChannel } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import { attach, makeDataset } from '../dataset/sources.ts';
import { uploaded } from '../file/files.ts';
import { follow } from '../live/follower.ts';
import { openNotebook, useFakeMcp } from '../mcp/notebook.ts';
import { say } from '../search/searching.ts';
import { useOutsidePages } from './outside-pages.ts';

const { server, talk, site, fetched, pages, planted, send, asking, decide, answered, expectAsked } =
  useOutsidePages();
const fake = useFakeMcp();

describe('words that were planted', () => {
  it('in a source open nothing', async () => {
    const { id } = await makeDataset(server, talk, {
      sources: [{ name: 'lease.pdf', pages: [`The rent is 900. ${planted()}`] }],
    });
    await attach(server, talk, id, { channelId: talk.channelId });
    await send('What is the rent?');
    await expectAsked();
  });

  it('in a file of the message open nothing', async () => {
    const { id } = await uploaded(talk.api, `The rent is 900. ${planted()}`, 'lease.txt');
    await send({ text: 'What is the rent?', fileIds: [id] });
    await expectAsked();
  });

  it('in a message of the workspace open nothing', async () => {
    const { id: channelId } = await makeChannel(server.db, {
      appId: talk.app.id,
      creatorId: talk.owner.id,
      name: 'Harbour talk',
    });
    await say(server.db, {
      channelId,
      authorId: talk.owner.id,
      text: `The harbour rent is 900. ${planted()}`,
    });
    await send({ text: '[[tool search_workspace {"query":"harbour rent"}]] Go', workspace: true });
    await expectAsked();
  });

  it('in a document that a tool reads open nothing', async () => {
    const { id } = await talk.api.trpc.document.create.mutate({
      ...{ appId: talk.app.id, name: 'Lease', content: `The rent is 900. ${planted()}` },
    });
    await send(`[[tool read_document {"document":"${id}"}]] Read it`);
    await expectAsked();
  });

  it('in the document beside a conversation open nothing', async () => {
    const { id: channelId } = await talk.api.trpc.document.create.mutate({
      ...{ appId: talk.app.id, name: 'Lease', content: `The rent is 900. ${planted()}` },
    });
    const live = follow(talk.socket, channelId);
    await live.until(({ isStarted }) => isStarted);
    const beside = { ...talk, channelId, live };
    await send('What is the rent?', beside);
    await expectAsked('/?rent=900', beside);
    live.stop();
  });

  it('in a page open nothing else', async () => {
    pages.set('/news', planted());
    await send(`Read ${site.origin}/news [[visit ${site.origin}/news]]`);
    const call = await asking();
    expect(call.input).toEqual({ url: `${site.origin}/?rent=900` });
    expect(fetched).toEqual(['/news']);
    await decide(call, false);
    await talk.live.untilSettled();
    expect(fetched).toEqual(['/news']);
  });

  it('in an earlier answer open nothing', async () => {
    const { id } = await uploaded(talk.api, `See ${site.origin}/?rent=900`, 'lease.txt');
    await answered({ text: 'Where?', fileIds: [id] });
    expect(textOf(talk.live.list.at(-1)?.parts ?? [])).toContain(`${site.origin}/?rent=900`);
    await send({ text: 'Read it', fileIds: [(await uploaded(talk.api, planted(), 'a.txt')).id] });
    await expectAsked();
  });

  it('in a quotation of a message open nothing', async () => {
    await answered(`> see ${site.origin}/?rent=900\n\nIs that so?`);
    await send({ text: 'And now?', fileIds: [(await uploaded(talk.api, planted(), 'a.txt')).id] });
    await expectAsked();
  });

  it('in the answer of a tool outside open nothing', async () => {
    const book = await openNotebook(server, fake);
    fake.answer(planted());
    await server.db
      .updateTable('assistant')
      .set({ tools: JSON.stringify(['fetch_page', `mcp:${book.toolIds.draw_note}`]) })
      .where('id', '=', book.assistant.id)
      .execute();
    await send('[[tool mcp_notebook_draw_note {}]] Draw', book);
    await expectAsked('/?rent=900', book);
    await book.close();
  });
});
