import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, test } from '../support/test.ts';

const LINES = 40;

test('keys right after a new line are all kept @full', async ({ owner, page }) => {
  const { path } = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Handbook'), 'Quick notes');
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  const { keyboard } = page;
  // Without a pause, so that several keys come within one frame.
  const pressed: Promise<void>[] = [];
  for (let line = 0; line < LINES; line += 1)
    for (const key of [...`line ${line}`, 'Enter']) pressed.push(keyboard.press(key === ' ' ? 'Space' : key));
  await Promise.all(pressed);
  await doc.expectSaved();
  const expected = Array.from({ length: LINES }, (_, line) => `line ${line}`);
  await expect(doc.blocks.locator('p')).toHaveText([...expected, '']);
});
