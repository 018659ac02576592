import { expect, type Locator, type Page } from '@playwright/test';
import { writeBlocks } from '@tandem/api/document/edit/editor';
import type { BlockInput } from '@tandem/shared/document/blocks';
import { openEditor } from '../../running/editor.ts';
import { makeDocument, makeNoteApp, OpenDocument } from './document.ts';
import type { Owner } from './test.ts';
import { words } from './words.ts';

const line = (id: string, content: string, more: Partial<BlockInput> = {}): BlockInput => ({
  ...{ id, type: 'paragraph', content: [{ type: 'text', text: content, styles: {} }] },
  ...more,
});
const cell = (text: string) => ({
  type: 'tableCell' as const,
  content: [{ type: 'text' as const, text, styles: {} }],
  props: {},
});
const table = (id: string, rows: string[][]): BlockInput => ({
  ...{ id, type: 'table' },
  content: {
    ...{ type: 'tableContent', columnWidths: rows[0]?.map(() => null) ?? [], headerRows: 1 },
    rows: rows.map((cells) => ({ cells: cells.map(cell) })),
  },
});

/** A plan, and what became of it: words, blocks, lists, rows and places changed. */
const plan: BlockInput[] = [
  line('title', 'Launch plan', { type: 'heading', props: { level: 1 } }),
  line('intro', 'We open the beta on Monday for twenty teams, and write to everyone who asked for it.'),
  line('why', 'The quiet part of the week leaves room for what we did not expect.'),
  line('who', 'Who does what', { type: 'heading', props: { level: 2 } }),
  line('one', 'Prepare the servers', { type: 'numberedListItem' }),
  line('two', 'Write the invitation', { type: 'numberedListItem' }),
  line('three', 'Answer questions', { type: 'numberedListItem' }),
  ...['Notes are kept in one place.', 'Nobody works alone.', 'Each day ends with a look at the figures.'].map(
    (text, index) => line(`note${index}`, text),
  ),
  ...['We meet at nine.', 'The room is the small one.'].map((text, index) => line(`more${index}`, text)),
  table('figures', [
    ['Crew', 'Seats'],
    ['Harbour', '12'],
    ['Orchard', '8'],
  ]),
  line('end', 'Questions go to Olive.'),
];
const planLater: BlockInput[] = [
  line('title', 'Launch plan', { type: 'heading', props: { level: 1 } }),
  line('intro', 'We open the beta on Wednesday for thirty teams, and write to everyone who asked for it.'),
  line('who', 'Who does what', { type: 'heading', props: { level: 2 } }),
  line('two', 'Write the invitation', { type: 'numberedListItem' }),
  line('one', 'Prepare the servers and their backups', { type: 'numberedListItem' }),
  line('three', 'Answer questions', { type: 'bulletListItem' }),
  ...['Notes are kept in one place.', 'Nobody works alone.', 'Each day ends with a look at the figures.'].map(
    (text, index) => line(`note${index}`, text),
  ),
  ...['We meet at nine.', 'The room is the small one.'].map((text, index) => line(`more${index}`, text)),
  table('figures', [
    ['Crew', 'Seats', 'Since'],
    ['Harbour', '14', 'May'],
    ['The meadow', '5', 'June'],
  ]),
  line('warning', 'Nothing is sent before the figures are right.', {
    type: 'callout',
    props: { kind: 'warning' },
  }),
  line('end', 'Questions go to Olive.'),
];

/** A document of three versions, the first of them with a name, that went on after the last. */
export async function makeVersionedDocument({ api }: Owner, serverUrl: string) {
  const appId = await makeNoteApp(api, 'Plans');
  const made = await makeDocument(api, appId, 'Launch plan');
  const editor = await openEditor(serverUrl, made.id, api.token as string);
  const become = async (blocks: BlockInput[]) => {
    writeBlocks(editor.doc, blocks);
    await editor.saved();
  };
  await become(plan.slice(0, 6));
  await api.trpc.version.create.mutate({ documentId: made.id });
  await become(plan);
  await api.trpc.version.create.mutate({ documentId: made.id, name: 'As we sent it to the board' });
  await become(planLater);
  editor.close();
  return made;
}

/** The versions panel of an open document. */
export class Versions {
  readonly page: Page;
  readonly list: Locator;
  readonly dialog: Locator;
  private readonly language: string;

  constructor(page: Page, language = 'en') {
    this.page = page;
    this.language = language;
    this.list = page.getByRole('list', { name: this.words('list') });
    this.dialog = page
      .getByRole('dialog')
      .filter({ has: page.getByRole('region', { name: this.words('compare.title') }) });
  }

  async open(path: string): Promise<this> {
    const document = await new OpenDocument(this.page, this.language).open(path);
    // On a phone panels are opened from the menu.
    const isPhone = (this.page.viewportSize()?.width ?? 1_280) < 768;
    if (isPhone) await document.button('menu.label').click();
    const opener = isPhone
      ? this.page.getByRole('menuitem', { name: document.words('panel.version') })
      : document.button('panel.version');
    await opener.click();
    await expect(this.list.getByRole('listitem').first()).toBeVisible();
    return this;
  }

  async compare(name: string): Promise<void> {
    await this.list.getByRole('button').filter({ hasText: name }).first().click();
    await expect(this.dialog.getByRole('group').first()).toBeVisible();
  }

  words(key: string, params = {}): string {
    return words(`version:${key}`, params, this.language);
  }
}
