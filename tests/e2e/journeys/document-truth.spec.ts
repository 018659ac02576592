import type { Page } from '@playwright/test';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, test } from '../support/test.ts';

/** Makes the page's connection to its document pausable: messages of both sides wait until it is resumed. */
async function holdable(page: Page) {
  let isHeld = false;
  const waiting: (() => void)[] = [];
  const pass = (send: () => void) => {
    if (isHeld) waiting.push(send);
    else send();
  };
  await page.routeWebSocket(/api\/collab/u, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => pass(() => server.send(message)));
    server.onMessage((message) => pass(() => socket.send(message)));
  });
  return {
    hold() {
      isHeld = true;
    },
    letGo() {
      isHeld = false;
      for (const send of waiting.splice(0)) send();
    },
  };
}

/** Whether an editor's changes were refused. */
const isRefused = ({ refusal, messages }: TestEditor) =>
  refusal !== null || messages.some(({ type }) => type === 'refused');

test('words are called saved only when they are, even if others write under their id @full', async ({
  owner,
  page,
  installation,
  problems,
}) => {
  // Paused messages go to a connection that the page has left by then.
  problems.expect(/already in CLOSING or CLOSED state/);
  const { id, path } = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Handbook'), 'Plan');
  await owner.api.trpc.document.putContent.mutate({ documentId: id, content: 'Begun.' });
  const connection = await holdable(page);
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  const colleague = await makeColleague(installation, 'Ida Intruder');
  const intruder = await openEditor(installation.url, id, colleague.token);
  try {
    // Everybody sees the client id of another writer's cursor.
    const cursors = () =>
      [...(intruder.provider.awareness?.getStates().keys() ?? [])].filter(
        (each) => each !== intruder.doc.clientID,
      );
    await expect.poll(() => cursors().length).toBe(1);
    connection.hold();
    await doc.write(' Mine, word by word.');
    [intruder.doc.clientID = 0] = cursors();
    intruder.write('Theirs.');
    const stored = async () =>
      String((await owner.api.trpc.document.content.query({ documentId: id, format: 'markdown' })).content);
    await expect.poll(async () => isRefused(intruder) || (await stored()).includes('Theirs.')).toBe(true);
    connection.letGo();
    await expect.poll(stored, { timeout: 20_000 }).toContain('Begun. Mine, word by word.');
    await expect(doc.blocks).toContainText('Begun. Mine, word by word.');
    // The page was reopened, and the cursor is where it was.
    await doc.expectSaved();
    await expect(doc.blocks).toBeFocused();
    await doc.write(' And on.');
    await expect.poll(stored).toContain('Begun. Mine, word by word. And on.');
    const page2 = await page.context().newPage();
    const other = await new OpenDocument(page2).open(path);
    await expect(other.blocks).toContainText('Mine, word by w');
    await page2.close();
  } finally {
    intruder.close();
  }
});

test('a page whose words were lost in transit sends them again before it calls them saved @full', async ({
  owner,
  page,
}) => {
  const { id, path } = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Handbook'), 'Plan');
  await owner.api.trpc.document.putContent.mutate({ documentId: id, content: 'Begun.' });
  let isDropping = false;
  let dropped = 0;
  await page.routeWebSocket(/api\/collab/u, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (isDropping && isUpdate(message)) dropped += 1;
      else server.send(message);
    });
  });
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  await doc.write(' First.');
  await doc.expectSaved();
  isDropping = true;
  await doc.write(' Dropped.');
  await doc.expectSaved();
  expect(dropped).toBeGreaterThan(0);
  const { content } = await owner.api.trpc.document.content.query({ documentId: id, format: 'markdown' });
  expect(content).toBe('Begun. First. Dropped.\n');
});

/** Whether a message of an editor brings a change as it is typed: the document's name, the kind, and its kind. */
function isUpdate(message: string | Buffer): boolean {
  const bytes = Buffer.from(message);
  const kind = 1 + (bytes[0] ?? 0);
  return bytes[kind] === 0 && bytes[kind + 1] === 2;
}
