import { expect } from '@playwright/test';
import { Conversation } from '../conversation.ts';
import { chooseDrawer, chooseShape, draw } from '../drawing.ts';
import { makeChannel } from '../test.ts';
import { allowNotebook, writeNote } from '../tools.ts';
import { words } from '../words.ts';
import type { Screen } from './screen.ts';

/** A conversation with everything that an answer can hold. */
const everything = [
  'Show everything. [[reasoning First I consider the question.]]',
  '[[tool calculator {"expression":"6 * 7"}]]',
].join(' ');
const prose =
  '[[say # A heading\n\nSome **bold** words, `code`, and a [link](https://example.test/).\n\n- one\n- two\n\n' +
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst answer: number = 42;\n```\n\n> A quotation.\n]] Write me something';

/** Channels, with all that an answer can hold. */
export const channelScreens: Screen[] = [
  {
    name: 'channel-empty',
    async open(page, owner, language) {
      const channel = await makeChannel(owner, 'Nothing said yet');
      await new Conversation(page, language).open(channel.path);
    },
  },
  {
    name: 'channel',
    async open(page, owner, language) {
      const channel = await makeChannel(owner, 'Everything at once');
      const chat = await new Conversation(page, language).open(channel.path);
      await chat.send(everything);
      await chat.expectAnswer('42');
      await chat.send(prose);
      await chat.expectAnswer('A quotation.');
    },
  },
  {
    name: 'channel-consent',
    async open(page, owner, language) {
      await allowNotebook(owner);
      const channel = await makeChannel(owner, 'Shopping');
      const chat = await new Conversation(page, language).open(channel.path);
      await chat.send('[[tool mcp_notebook_count_notes {}]] How many notes are there?');
      await chat.expectAnswer('count');
      await chat.send(writeNote('Milk'));
      const card = chat.lastAnswer.getByRole('region', { name: 'Write a note' });
      await card.getByRole('button', { name: words('mcp:approval.edit', {}, language) }).click();
      await expect(card.getByLabel('title')).toBeVisible();
    },
  },
  {
    name: 'channel-drawn',
    async open(page, owner, language) {
      const channel = await makeChannel(owner, 'A cover for spring');
      await new Conversation(page, language).open(channel.path);
      await chooseDrawer(page, language);
      await chooseShape(page, ['3'], language);
      await draw(page, 'A village house in a flower meadow', 3, language);
    },
  },
  {
    name: 'channel-failed',
    async open(page, owner, language) {
      const channel = await makeChannel(owner, 'Out of order');
      const chat = await new Conversation(page, language).open(channel.path);
      await chat.send('Hello [[401]]');
      await expect(chat.button('retry', chat.lastAnswer)).toBeVisible();
    },
  },
];
