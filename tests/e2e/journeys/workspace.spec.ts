import { expectAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('the workspace is asked, and a chip leads to the words in the document', async ({
  page,
  owner,
  freshChannel,
}) => {
  const { api } = owner;
  const made = await makeDocument(api, await makeNoteApp(api, 'Harbour'), 'Berths');
  const lines = Array.from({ length: 120 }, (_, i) => `The river on day ${i + 1}.`);
  const content = [...lines, 'A berth costs twelve crowns a night.', ...lines].join('\n\n');
  await api.trpc.document.putContent.mutate({ documentId: made.id, content });
  await api.trpc.document.content.query({ documentId: made.id });
  const chat = await new Conversation(page).open(freshChannel.path);
  const toggle = page.getByRole('button', { name: words('chat:workspace.ask') });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(toggle).toContainText(words('chat:workspace.on'));
  const marker = `[cite:D${made.id.slice(0, 8)}.1 "costs twelve crowns"]`;
  await chat.send(
    `[[tool search_workspace {"query":"cost of a berth"}]] [[say Twelve crowns ${marker}.]] What is it?`,
  );
  const chip = page.getByRole('button', { name: /Berths/ }).filter({ hasText: '1' });
  await expect(chip.first()).toBeVisible();
  await expect(page.getByText(words('chat:tool.searchWorkspace'))).toBeVisible();
  await expectAccessible(page, 'an answer from the workspace');
  await chip.first().press('Enter');
  await expect(page).toHaveURL(new RegExp(made.path));
  await expect(new OpenDocument(page).blocks.getByText('A berth costs twelve')).toBeInViewport();
  await expect
    .poll(() =>
      page.evaluate(() => [...(CSS.highlights.get('document-asked') ?? [])].map((range) => String(range))),
    )
    .toEqual(['costs twelve crowns']);
});
