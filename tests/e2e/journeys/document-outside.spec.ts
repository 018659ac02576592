import { expectAccessible } from '../support/axe.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, test } from '../support/test.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
);
const ADDRESS = 'https://pictures.test/sun.png';

test('an outside picture loads when its reader allows it @full', async ({ owner, page, context }) => {
  const asked: (string | undefined)[] = [];
  await context.route('https://pictures.test/**', (route) => {
    asked.push(route.request().headers().referer);
    return route.fulfill({ body: PNG, contentType: 'image/png' });
  });
  const { api } = owner;
  const { id, path } = await makeDocument(api, await makeNoteApp(api, 'Handbook'), 'Plan');
  const content = `![The sun](${ADDRESS})\n\nBelow it.`;
  await api.trpc.document.putContent.mutate({ documentId: id, content });
  const doc = await new OpenDocument(page).open(path);
  await expect(doc.blocks).toContainText('Below it.');
  await doc.toEnd();
  await doc.paste(`![Again](${ADDRESS})`);
  const load = page.getByRole('button', { name: 'Load from pictures.test' });
  await expect(load).toHaveCount(2);
  await doc.expectSaved();
  await expectAccessible(page, 'a document with pictures from elsewhere');
  expect(asked).toEqual([]);

  await load.first().focus();
  await page.keyboard.press('Enter');
  const sun = doc.blocks.getByRole('img', { name: 'The sun' });
  await expect(sun).toBeVisible();
  await expect.poll(() => sun.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(10);
  await expect(load).toHaveCount(0);
  expect(new Set(asked)).toEqual(new Set([undefined]));
});
