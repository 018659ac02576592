import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { useTalkingServer } from '../message/conversation.ts';
import { type Notebook, openNotebook } from './notebook.ts';

const server = useTalkingServer();
let fake: FakeMcp;
let book: Notebook;

beforeAll(async () => {
  fake = await startFakeMcp();
});
afterAll(async () => {
  await fake.close();
});
beforeEach(async () => {
  book = await openNotebook(server, fake);
  return () => book.close();
});

describe('a tool that needs no consent', () => {
  it('runs immediately, under its server’s name and title, and its data are the output', async () => {
    await book.ask('[[tool mcp_notebook_count_notes {}]] How many?');
    await book.live.untilSettled();
    expect(await book.call('output-available')).toMatchObject({
      toolName: 'mcp_notebook_count_notes',
      title: 'Count notes',
      source: 'Notebook',
      output: { count: 0 },
    });
    await expect.poll(() => fake.sessions()).toBe(0);
  });

  it('reports pictures without their bytes, and failures in the tool’s words', async () => {
    await book.ask('[[tool mcp_notebook_draw_note {}]] Draw');
    await book.live.untilSettled();
    expect((await book.call('output-available')).output).toEqual({
      text: 'Here it is.',
      content: [{ type: 'image', mediaType: 'image/png', bytes: expect.any(Number) }],
    });
    await book.ask('[[tool mcp_notebook_tear_note {}]] Tear');
    await book.decide(await book.call('approval-requested'), true);
    await book.live.untilSettled();
    expect(await book.call('output-error')).toMatchObject({ errorText: 'The paper is too strong.' });
  });

  it('opens a new session when its server has forgotten the old one', async () => {
    await book.ask('[[tool mcp_notebook_count_notes {}]] [[toolloop]] Round and round');
    await book.live.until(({ list }) => JSON.stringify(list.at(-1)?.parts).includes('"count":0'));
    fake.forget();
    await book.live.untilSettled();
    const parts = book.live.list.at(-1)?.parts ?? [];
    expect(parts.some((part) => part.type === 'dynamic-tool' && part.state === 'output-error')).toBe(false);
  });
});
