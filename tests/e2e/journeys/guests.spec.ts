import { mailedToken } from '../../fakes/mail/link.ts';
import { atDepth } from '../../running/depth.ts';
import { expectAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { ownMenu } from '../support/home.ts';
import { Sidebar } from '../support/sidebar.ts';
import { SigningIn } from '../support/signing-in.ts';
import { expect, makeChannel, type Owner, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Shares something of the owner's with an address outside the team. */
const share = (owner: Owner, channelId: string, email: string, permission: 'edit' | 'view' = 'edit') =>
  owner.api.trpc.grant.share.mutate({ channelId, users: [{ email, permission }] });

const sizes = [
  ['a desktop', {}],
  ['a phone', phone],
] as const;
for (const [size, options] of sizes.slice(0, atDepth(1, sizes.length))) {
  const mark = size === 'a desktop' ? 'desk' : 'phone';
  const openSidebar = async (page: Parameters<typeof expectAccessible>[0]) => {
    if (mark === 'phone') await page.getByRole('button', { name: words('common:sidebar.show') }).tap();
  };

  test(`a guest invited to a document goes from the mail to typing, on ${size}`, async ({
    installation,
    owner,
    openWindow,
  }) => {
    const email = `dora-${mark}@example.test`;
    const appId = await makeNoteApp(owner.api, `Notes ${mark}`);
    const document = await makeDocument(owner.api, appId, `Launch plan ${mark}`);
    await share(owner, document.id, email);
    const mail = await installation.mail.mailTo(email);
    expect(mail.subject).toBe(`Olive Owner invited you to “Launch plan ${mark}”`);

    const page = await openWindow(null, options);
    await page.goto(`/register?invitation=${mailedToken(mail)}`);
    const flow = new SigningIn(page);
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(`Launch plan ${mark}`);
    await expectAccessible(page, 'the mailed link');
    await flow.name.fill('Dora Guest');
    await flow.button('action.join', { team: "Olive Owner's team" }).click();

    await expect(page).toHaveURL(document.path);
    const open = new OpenDocument(page);
    await expect(open.blocks).toBeVisible();
    await open.toEnd();
    await page.keyboard.type('Written by a guest');
    await expect
      .poll(async () =>
        JSON.stringify(await owner.api.trpc.document.content.query({ documentId: document.id })),
      )
      .toContain('Written by a guest');

    await openSidebar(page);
    const side = new Sidebar(page);
    await expect(side.item(words('workspace:tree.shared'))).toBeVisible();
    await expect(side.item(`Launch plan ${mark}`)).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page, 'the sidebar of a guest');
  });

  test(`a guest invited to a channel writes there and finds it again, on ${size} @full`, async ({
    installation,
    owner,
    openWindow,
  }) => {
    const email = `carl-${mark}@example.test`;
    const channel = await makeChannel(owner, `Talks ${mark}`);
    const inner = await owner.api.trpc.channel.create.mutate({
      ...{ appId: channel.appId, name: `Inner ${mark}`, parentId: channel.id },
    });
    await share(owner, channel.id, email);
    const mail = await installation.mail.mailTo(email);
    const page = await openWindow(null, options);
    await page.goto(`/register?invitation=${mailedToken(mail)}`);
    const flow = new SigningIn(page);
    await flow.name.fill('Carl Guest');
    await flow.button('action.join', { team: "Olive Owner's team" }).click();
    await expect(page).toHaveURL(channel.path);
    const chat = new Conversation(page);
    await expect(chat.composer).toBeEditable();
    await chat.send('Hello from outside');
    await chat.expectAnswer('You said: Hello from outside.');

    // Home begins nothing that would be refused.
    await page.goto('/home');
    const list = page.getByRole('region', { name: words('home:shared') });
    await expect(list.getByRole('link', { name: `Talks ${mark}` })).toBeVisible();
    await expect(page.locator('textarea[data-composer]')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: words('template:title'), exact: true })).toHaveCount(0);
    await expectAccessible(page, 'home of a guest');

    await openSidebar(page);
    const side = new Sidebar(page);
    const shared = side.item(words('workspace:tree.shared'));
    if (mark === 'desk') {
      await side.tree.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      // Requests still running when access ends would be refused.
      const loaded = page.waitForResponse(
        (response) => response.url().includes('message.list') && response.url().includes(inner.id),
      );
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`${inner.id}$`));
      await loaded;
      // Given and taken while they look.
      const other = await makeChannel(owner, `Later ${mark}`);
      await owner.api.trpc.grant.share.mutate({
        ...{ channelId: other.id, users: [{ email, permission: 'view' as const }] },
      });
      await expect(side.item(`Later ${mark}`)).toBeVisible();
      const { list: people } = await owner.api.trpc.grant.list.query({ channelId: other.id });
      const userId = people.find((person) => person.email === email)?.id ?? 0;
      for (const channelId of [other.id, channel.id])
        await owner.api.trpc.grant.remove.mutate({ channelId, userId });
      await expect(shared).toHaveCount(0);
    } else {
      await expect(shared).toBeVisible();
      // The answer may have come after they left.
      await side.tree.getByRole('link', { name: `Talks ${mark}` }).tap();
      await expect(page).toHaveURL(channel.path);
    }
  });
}

test('a copied link asks for the code; a used one says so; a guest is offered no template @full', async ({
  installation,
  owner,
  openWindow,
}) => {
  const email = 'cora@example.test';
  const channel = await makeChannel(owner, 'Only to look');
  const { pending } = await share(owner, channel.id, email, 'view');
  const mail = await installation.mail.mailTo(email);
  const { pathname, search } = new URL(pending[0]?.link ?? '');
  const copied = await openWindow(null);
  await copied.goto(pathname + search);
  await expect(new SigningIn(copied).email).toHaveValue(email);

  const page = await openWindow(null);
  const link = `/register?invitation=${mailedToken(mail)}`;
  await page.goto(link);
  const flow = new SigningIn(page);
  await flow.name.fill('Cora Guest');
  await flow.button('action.join', { team: "Olive Owner's team" }).click();
  await expect(page).toHaveURL(channel.path);
  await expect(page.locator('textarea[data-composer]:enabled')).toHaveCount(0);
  // Pressed again by the same person, it leads there again.
  await page.goto(link);
  await expect(page).toHaveURL(channel.path);
  await page.goto('/assistant');
  await expect(ownMenu(page, 'Cora Guest')).toBeVisible();
  await expect(page.getByRole('button', { name: words('template:open') })).toHaveCount(0);

  const late = await openWindow(null);
  await late.goto(link);
  await expect(late.getByRole('heading', { level: 1 })).toHaveText(words('auth:title.used'));
});
