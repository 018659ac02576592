import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { openHome } from '../support/home.ts';
import { InputMethod } from '../support/input-method.ts';
import { SearchPalette } from '../support/search.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('the keys of an input method neither close nor choose anything around its field @full', async ({
  owner,
  page,
  freshChannel,
}) => {
  const method = await InputMethod.of(page);

  await test.step('while searching in a document', async () => {
    const made = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Handbook'), 'Plan');
    await owner.api.trpc.document.putContent.mutate({ documentId: made.id, content: '李娜和王伟' });
    const doc = await new OpenDocument(page).open(made.path);
    await doc.toEnd();
    await page.keyboard.press('Control+f');
    const field = page.getByLabel(words('common:find.label'), { exact: true });
    await expect(field).toBeFocused();
    await method.begin('lina');
    await method.press('Enter');
    await method.press('Escape');
    await method.choose('李娜');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('李娜');
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  });

  await test.step('while searching for an emoji', async () => {
    const chat = await new Conversation(page).open(freshChannel.path);
    await chat.send('Look at this');
    await chat.expectAnswer('You said');
    await chat.lastQuestion.focus();
    await chat.button('reaction.add', chat.lastQuestion).press('Enter');
    await page.getByRole('button', { name: words('chat:reaction.more'), exact: true }).press('Enter');
    const field = page.getByLabel(words('chat:reaction.search'), { exact: true });
    await expect(field).toBeFocused();
    await method.begin('xiao');
    await method.press('Enter');
    await method.press('Escape');
    await method.choose('笑');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('笑');
  });
});

test('a full-width @ mentions a colleague in a message', async ({ page, installation, freshChannel }) => {
  await makeColleague(installation, '周敏');
  const chat = await new Conversation(page).open(freshChannel.path);
  const method = await InputMethod.of(page);
  await method.choose('你好＠');
  await expect(page.getByRole('option').first()).toBeVisible();
  await method.compose('zhoumin', '周敏');
  await expect(page.getByRole('option', { name: '周敏' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(chat.composer).toHaveValue('你好@周敏 ');
});

test('text composed before the palette opened is searched for @full', async ({ page, owner }) => {
  await makeChannel(owner, '周报汇总');
  const loaded = Promise.withResolvers<void>();
  await page.route(/CommandPalette-.*\.js/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await openHome(page);
  const method = await InputMethod.of(page);
  const palette = new SearchPalette(page);
  await page.keyboard.press('Control+k');
  await method.begin('zhou');
  loaded.resolve();
  await expect(palette.field).toBeVisible();
  await expect(page.getByRole('option').first()).toBeVisible();
  await method.begin('zhoubao');
  await method.choose('周报');
  await expect(palette.field).toBeFocused();
  await expect(palette.field).toHaveValue('周报');
  await expect(palette.active).toContainText('周报汇总');
});
