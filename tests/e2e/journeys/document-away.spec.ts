import path from 'node:path';
import type { Page } from '@playwright/test';
import { apiFor } from '../../running/api.ts';
import { expectAccessible, expectColoursAccessible } from '../support/axe.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { startProxy } from '../support/proxy.ts';
import { expect, type Owner, test } from '../support/test.ts';

/** Coming back is tried every ten seconds at the latest, in milliseconds. */
const BACK_WITHIN = 25_000;

const pictures = path.resolve(import.meta.dirname, '../../../test-results/screens');

/** Takes screenshots of a screen in light, in dark and on a phone. */
async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await page.screenshot({ path: path.join(pictures, `${name}-light.png`) });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectColoursAccessible(page, `${name}, dark`);
  await page.screenshot({ path: path.join(pictures, `${name}-dark.png`) });
  await page.emulateMedia({ colorScheme: 'light' });
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: path.join(pictures, `${name}-phone.png`) });
  if (before) await page.setViewportSize(before);
}

async function freshDocument({ api }: Owner, content: string) {
  const document = await makeDocument(api, await makeNoteApp(api, 'Handbook'), 'Plan');
  await api.trpc.document.putContent.mutate({ documentId: document.id, content });
  return document;
}

test('where WebSockets are blocked a document is read live, and becomes editable once they work', async ({
  owner,
  page,
  installation,
  problems,
}) => {
  problems.expect(/WebSocket connection.*failed/);
  const proxy = await startProxy(installation.url);
  try {
    const { id, path: address } = await freshDocument(owner, '# Launch\n\nWe launch in **April**.');
    const doc = await new OpenDocument(page).open(proxy.url + address);
    await expect(page.getByText(doc.words('notice.noSocket.title'))).toBeVisible();
    await expect(doc.blocks).toContainText('We launch in April.');
    await expect(doc.blocks).toHaveAttribute('contenteditable', 'false');
    await expect(page.getByText(doc.words('notice.readOnly'))).toBeHidden();
    await owner.api.trpc.document.append.mutate({ documentId: id, content: 'Or in May.' });
    await expect(doc.blocks).toContainText('Or in May.');
    await look(page, 'document-no-socket');

    proxy.let(true);
    await expect(doc.blocks).toHaveAttribute('contenteditable', 'true', { timeout: BACK_WITHIN });
    await expect(page.getByText(doc.words('notice.noSocket.title'))).toBeHidden();
    await doc.toEnd();
    await doc.write(' Or never.');
    await doc.expectSaved();
    const read = await owner.api.trpc.document.content.query({ documentId: id, format: 'markdown' });
    expect(read.content).toBe('# Launch\n\nWe launch in **April**.\n\nOr in May. Or never.\n');
  } finally {
    await proxy.close();
  }
});

test('where WebSockets are blocked a reader who loses access is told so @full', async ({
  owner,
  page,
  installation,
  problems,
}) => {
  problems.expect(/WebSocket connection.*failed/, /status of 404/);
  const proxy = await startProxy(installation.url);
  try {
    const { id, path: address } = await freshDocument(owner, 'Soon gone.');
    const doc = await new OpenDocument(page).open(proxy.url + address);
    await expect(doc.blocks).toContainText('Soon gone.');
    await owner.api.trpc.channel.remove.mutate({ channelId: id });
    await expect(doc.blocks).toBeHidden();
  } finally {
    await proxy.close();
  }
});

test('words the server never received survive a reload, and reach everyone @full', async ({
  owner,
  page,
  installation,
  problems,
  openWindow,
}) => {
  problems.expect(
    /WebSocket connection.*failed/,
    /ERR_(CONNECTION|EMPTY)/,
    /Failed to fetch/,
    /status of 50\d/,
  );
  const { id, path: address } = await freshDocument(owner, 'Stored.');
  const doc = await new OpenDocument(page).open(address);
  const other = await new OpenDocument(await openWindow()).open(address);
  await doc.toEnd();
  await installation.server.kill();
  try {
    await doc.write(' Kept.');
    await expect(page.getByText(doc.words('state.kept'))).toBeVisible();
    await expect(page.getByText(doc.words('notice.offline.title'))).toBeVisible();
    await look(page, 'document-offline');
    await doc.write(' And more.');
    // Unsaved changes are stored once a second.
    await page.waitForTimeout(1_500);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
  } finally {
    await installation.server.start();
  }
  await other.toEnd();
  await other.page.keyboard.press('Enter');
  await other.write('Meanwhile.');
  await other.expectSaved();
  await doc.open(address);
  await expect(doc.blocks).toContainText('Stored. Kept. And more.');
  await expect(other.blocks).toContainText('Stored. Kept. And more.');
  await expect
    .poll(
      async () =>
        (
          await apiFor(installation.url, owner.api.token).trpc.document.content.query({
            documentId: id,
            format: 'markdown',
          })
        ).content,
    )
    .toBe('Stored. Kept. And more.\n\nMeanwhile.\n');
  // They are not put in again the next time.
  await other.page.close();
  await page.reload();
  await expect(doc.blocks).toHaveText('Stored. Kept. And more.Meanwhile.');
});

test('words are kept through a reload while WebSockets are blocked, and sent once they work @full', async ({
  owner,
  page,
  installation,
  problems,
}) => {
  problems.expect(/WebSocket connection.*failed/);
  const proxy = await startProxy(installation.url);
  proxy.let(true);
  try {
    const { id, path: address } = await freshDocument(owner, 'Stored.');
    const doc = await new OpenDocument(page).open(proxy.url + address);
    await doc.toEnd();
    proxy.let(false);
    await doc.write(' Kept.');
    await expect(page.getByText(doc.words('state.kept'))).toBeVisible();
    await page.waitForTimeout(1_500);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByText(doc.words('notice.noSocket.title'))).toBeVisible();
    await expect(doc.blocks).toHaveText('Stored. Kept.');
    await expect(page.getByText(doc.words('state.kept'))).toBeVisible();
    await expect(doc.blocks).toHaveAttribute('contenteditable', 'false');
    proxy.let(true);
    await expect(doc.blocks).toHaveAttribute('contenteditable', 'true', { timeout: BACK_WITHIN });
    const content = async () =>
      (await owner.api.trpc.document.content.query({ documentId: id, format: 'markdown' })).content;
    await expect.poll(content).toBe('Stored. Kept.\n');
  } finally {
    await proxy.close();
  }
});

test('a long passage written offline is sent on the first connection @full', async ({
  owner,
  page,
  installation,
  problems,
}) => {
  problems.expect(/WebSocket connection.*failed/);
  const proxy = await startProxy(installation.url);
  proxy.let(true);
  try {
    const { id, path: address } = await freshDocument(owner, 'Stored.');
    const doc = await new OpenDocument(page).open(proxy.url + address);
    await doc.toEnd();
    let sent = 0;
    let opened = 0;
    page.on('websocket', (socket) => {
      if (!socket.url().endsWith('/api/collab')) return;
      socket.once('framereceived', () => {
        opened += 1;
      });
      socket.on('framesent', () => {
        sent += 1;
      });
    });
    proxy.let(false);
    await expect(page.getByText(doc.words('notice.offline.title'))).toBeVisible();
    const passage = ' It goes on and on.'.repeat(40);
    await doc.write(passage);
    proxy.let(true);
    await doc.expectSaved();
    const { content } = await owner.api.trpc.document.content.query({ documentId: id, format: 'markdown' });
    expect(content).toBe(`Stored.${passage}\n`);
    expect(opened, 'connections that were let in').toBe(1);
    expect(sent, 'messages for 760 keys').toBeLessThan(40);
  } finally {
    await proxy.close();
  }
});

test('a title written while the server is down is kept, and becomes the name on return @full', async ({
  owner,
  page,
  installation,
  problems,
}) => {
  problems.expect(
    /WebSocket connection.*failed/,
    /ERR_(CONNECTION|EMPTY)/,
    /Failed to fetch/,
    /status of 50\d/,
  );
  const { id, path: address } = await freshDocument(owner, 'Stored.');
  const doc = await new OpenDocument(page).open(address);
  await expect(doc.title).toBeEditable();
  await installation.server.kill();
  try {
    await expect(page.getByText(doc.words('notice.offline.title'))).toBeVisible();
    await doc.title.fill('Written on the train');
    await page.keyboard.press('Enter');
    await expect(doc.blocks).toBeFocused();
    await expect(doc.title).toHaveValue('Written on the train');
    // Drafts are written down after a pause.
    await page.waitForTimeout(1_000);
    await page.goto('about:blank');
  } finally {
    await installation.server.start();
  }
  await doc.open(address);
  await expect(doc.title).toHaveValue('Written on the train');
  await expect
    .poll(async () => (await owner.api.trpc.channel.get.query({ channelId: id })).name)
    .toBe('Written on the train');
});
