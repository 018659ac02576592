import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { signOut } from '../support/home.ts';
import { expect, stateOf, test } from '../support/test.ts';

test('one person’s drafts are hidden from the next person on the same browser', async ({
  freshChannel,
  openWindow,
  installation,
}) => {
  const cora = await makeColleague(installation, 'Cora Colleague');
  const dora = await makeColleague(installation, 'Dora Draft');
  const page = await openWindow(stateOf(installation.url, cora.token));
  const conversation = await new Conversation(page).open(freshChannel.path);
  await conversation.composer.fill('For the board only');
  const kept = () =>
    page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('draft')));
  await expect.poll(kept).toHaveLength(1);
  const enter = async (token: string) => {
    await page.context().addCookies(stateOf(installation.url, token).cookies);
    await conversation.open(freshChannel.path);
  };

  await test.step('when the session is taken over', async () => {
    await enter(dora.token);
    await expect(conversation.composer).toHaveValue('');
    await enter(cora.token);
    await expect(conversation.composer).toHaveValue('For the board only');
  });

  await test.step('when the person signs out, for nobody', async () => {
    await signOut(page, 'Cora Colleague');
    await expect(page).toHaveURL(/\/login/u);
    await expect.poll(kept).toEqual([]);
    await enter(dora.token);
    await expect(conversation.composer).toHaveValue('');
  });
});
