import { atDepth } from '../../running/depth.ts';
import { Conversation } from '../support/conversation.ts';
import { factsOf, printedBook } from '../support/printed-book.ts';
import { currentMark, makeSources } from '../support/sources.ts';
import { expect, test } from '../support/test.ts';

const QUESTIONS = atDepth(6, 30);
const PAGES = 120;

/** Letters and digits: divided lines, kinds of quotation marks and the final stop are a matter of setting. */
const bare = (text: string) => text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');

test('each answer about a long printed book leads to its quote, word for word, on the page where it was printed', async ({
  browser,
  owner,
  page,
}) => {
  test.setTimeout(60_000 + QUESTIONS * 10_000);
  const facts = factsOf(PAGES, QUESTIONS);
  const book = await printedBook(browser, PAGES, facts);
  const { path, sources } = await makeSources(owner.api, { 'Harbour.pdf': book });
  const state = () => owner.api.trpc.source.get.query({ sourceId: sources[0]?.id ?? '' });
  await expect.poll(state, { timeout: 60_000 }).toMatchObject({ status: 'ready', pages: PAGES });
  await page.goto(path);
  const chat = new Conversation(page);
  await expect(chat.composer).toBeEditable();
  for (const [index, { page: printedOn, quote }] of facts.entries()) {
    await chat.send(
      `Question ${index}? [[say Answer ${index}. [cite:1.${printedOn} "${quote}"] That is all.]]`,
    );
    await chat.expectAnswer(`Answer ${index}.`);
    // Beside the words; the list below the answer has another.
    await chat.lastAnswer
      .getByRole('paragraph')
      .getByRole('button', { name: /Harbour\.pdf/ })
      .click();
    const marked = async () => {
      const mark = await currentMark(page);
      return mark && { page: mark.page, words: bare(mark.words) };
    };
    await expect.poll(marked, quote).toEqual({ page: printedOn, words: bare(quote) });
  }
});
