import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { allowNotebook, giveTools, writeNote } from '../support/tools.ts';
import { words } from '../support/words.ts';

const touches = (key: string, params?: Record<string, string>) =>
  words(`mcp:approval.touches.${key}`, params);

test('a call that would show others a private document says so, and only its asker approves it', async ({
  page,
  owner,
  freshChannel,
  openWindow,
  installation,
}) => {
  await giveTools(owner, ['read_document']);
  const { trpc } = owner.api;
  const { id: documentId } = await trpc.channel.create.mutate({
    appId: owner.appId,
    kind: 'document',
    name: 'Salaries',
  });
  await trpc.document.append.mutate({ documentId, content: 'Ten for everyone' });
  await trpc.channel.setVisibility.mutate({ channelId: documentId, visibility: 'private' });
  const colleague = await makeColleague(installation, 'Cleo Colleague');
  const channelId = freshChannel.id;
  await trpc.channel.setVisibility.mutate({ channelId, visibility: 'private' });
  await trpc.grant.share.mutate({ channelId, users: [{ userId: colleague.id, permission: 'edit' }] });
  await trpc.channel.update.mutate({ channelId, name: 'Everyone’s room' });

  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(`[[tool read_document {"document":"${documentId}"}]] What do we pay?`);
  const card = chat.lastAnswer.getByRole('region');
  await expect(card.getByRole('link', { name: 'Salaries' })).toBeVisible();
  await expect(card).toContainText(touches('audience', { room: 'Everyone’s room' }));
  await expectAccessible(page, 'consent of who asked');

  const other = await openWindow(stateOf(installation.url, colleague.token));
  const theirs = await new Conversation(other).open(freshChannel.path);
  const seen = theirs.lastAnswer.getByRole('region');
  const { name: asker } = (await trpc.user.profile.query()) as { name: string };
  await expect(seen).toContainText(touches('hiddenRead'));
  await expect(seen).toContainText(touches('askerOnly', { asker }));
  await expect(seen).toContainText(words('mcp:approval.waitsForAsker', { asker }));
  await expect(seen).not.toContainText('Salaries');
  await expect(seen.getByRole('button', { name: words('mcp:approval.approve'), exact: true })).toHaveCount(0);
  await expect(seen.getByRole('button', { name: words('mcp:approval.refuse') })).toBeVisible();

  await card.getByRole('button', { name: words('mcp:approval.approve'), exact: true }).click();
  await expect(chat.lastAnswer).toContainText('Ten for everyone');
});

test('a person who decides on a decided call is told so @full', async ({
  page,
  owner,
  freshChannel,
  openWindow,
  problems,
}) => {
  problems.expect(/status of 409/);
  await allowNotebook(owner);
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(writeNote('Milk'));
  const button = (on: Page, key: string) =>
    on.getByRole('button', { name: words(`mcp:approval.${key}`), exact: true });
  const other = await openWindow();
  await other.goto(freshChannel.path);
  await expect(button(other, 'refuse')).toBeVisible();
  await page.route(/decideTool/, async (route) => {
    await button(other, 'refuse').click();
    await expect(button(other, 'refuse')).toBeHidden();
    await route.continue();
  });
  await button(page, 'approve').click();
  await expect(page.getByText(words('error:toolDecided'))).toBeVisible();
});
