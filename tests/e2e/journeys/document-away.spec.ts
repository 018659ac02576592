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

/** Looks at what a screen says in light, in dark and on a phone, and keeps the pictures. */
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

test('where WebSockets are blocked a document is read as it grows, and written once they come through', async ({
  owner,
  page,
  stage,
  problems,
}) => {
  problems.expect(/WebSocket connection.*failed/);
  const proxy = await startProxy(stage.url);
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

test('where WebSockets are blocked somebody who may not see a document any more is told so', async ({
  owner,
  page,
  stage,
  problems,
}) => {
  problems.expect(/WebSocket connection.*failed/, /status of 404/);
  const proxy = await startProxy(stage.url);
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

test('words that the server never got are there after the page was reloaded, and reach everyone', async ({
  owner,
  page,
  stage,
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
  await stage.server.kill();
  try {
    await doc.write(' Kept.');
    await expect(page.getByText(doc.words('state.kept'))).toBeVisible();
    await expect(page.getByText(doc.words('notice.offline.title'))).toBeVisible();
    await look(page, 'document-offline');
    await doc.write(' And more.');
    // What is kept is written down once a second.
    await page.waitForTimeout(1_500);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
  } finally {
    await stage.server.start();
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
          await apiFor(stage.url, owner.api.token).trpc.document.content.query({
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

test('words are kept on a page whose WebSockets are blocked while it is reloaded, and sent once they come through', async ({
  owner,
  page,
  stage,
  problems,
}) => {
  problems.expect(/WebSocket connection.*failed/);
  const proxy = await startProxy(stage.url);
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

test('a long passage written without a connection is sent at the first that opens', async ({
  owner,
  page,
  stage,
  problems,
}) => {
  problems.expect(/WebSocket connection.*failed/);
  const proxy = await startProxy(stage.url);
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

test('a title that is written while the server is away is kept, and becomes the name on return', async ({
  owner,
  page,
  stage,
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
  await stage.server.kill();
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
    await stage.server.start();
  }
  await doc.open(address);
  await expect(doc.title).toHaveValue('Written on the train');
  await expect
    .poll(async () => (await owner.api.trpc.channel.get.query({ channelId: id })).name)
    .toBe('Written on the train');
});
