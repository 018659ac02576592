import { expect, type Locator, type Page } from '@playwright/test';
import type { Api } from '../../running/api.ts';
import { removeAfterTest } from './cleanup.ts';
import { words } from './words.ts';

/** A new app of documents. */
export async function makeNoteApp(api: Api, name: string): Promise<string> {
  const spaces = (await api.get('/api/space/list')).data as { id: string }[];
  const { id } = await api.trpc.app.create.mutate({ name, type: 'note', spaceId: spaces[0]?.id ?? '' });
  removeAfterTest(() => api.trpc.app.remove.mutate({ appId: id }));
  return id;
}

/** A new document, and where it is opened. */
export async function makeDocument(
  api: Api,
  appId: string,
  name: string,
): Promise<{ id: string; appId: string; path: string }> {
  const { id } = await api.trpc.channel.create.mutate({ appId, name, kind: 'document' });
  return { id, appId, path: `/note/${appId}/c/${id}` };
}

/** The id by which models name the block with these words. */
export async function markOf(api: Api, documentId: string, words: string): Promise<string> {
  const { content } = await api.trpc.document.content.query({ documentId });
  const block = (content as { id: string }[]).find((each) => JSON.stringify(each).includes(words));
  return block?.id.slice(0, 8) ?? '';
}

/** An open document, as its writer uses it. */
export class OpenDocument {
  readonly page: Page;
  readonly blocks: Locator;
  readonly title: Locator;
  private readonly language: string;

  constructor(page: Page, language = 'en') {
    this.page = page;
    this.language = language;
    this.blocks = page.locator('.bn-editor');
    this.title = page.getByRole('textbox', { name: this.words('title'), exact: true });
  }

  async open(path: string): Promise<this> {
    await this.page.goto(path);
    await expect(this.blocks).toBeVisible();
    return this;
  }

  /** Puts the cursor at the end of the document. */
  async toEnd(): Promise<void> {
    // The screen takes the focus once as it opens.
    await expect(async () => {
      await this.blocks.focus();
      await this.page.waitForTimeout(100);
      await expect(this.blocks).toBeFocused({ timeout: 100 });
    }).toPass();
    await this.page.keyboard.press('Control+End');
  }

  /** Puts the cursor at the end of a paragraph. */
  async toEndOf(words: string): Promise<void> {
    await this.blocks.getByText(words, { exact: true }).click();
    await this.page.keyboard.press('End');
    const cursor = () =>
      this.page.evaluate(() => {
        const { anchorNode, anchorOffset } = document.getSelection() as Selection;
        return anchorNode?.textContent?.slice(0, anchorOffset);
      });
    await expect.poll(cursor).toBe(words);
  }

  async write(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Selects a word of the document as people do. */
  async select(text: string): Promise<void> {
    await this.blocks.getByText(text, { exact: false }).first().waitFor();
    const box = await this.page.evaluate((wanted) => {
      const root = document.querySelector('.bn-editor') as HTMLElement;
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.textContent?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        const range = new Range();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + wanted.length);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, y: (top + bottom) / 2 };
      }
      throw new Error(`${wanted} is not there`);
    }, text);
    await this.page.mouse.move(box.left + 0.5, box.y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.right - 2, box.y, { steps: 4 });
    await this.page.mouse.move(box.right, box.y);
    await this.page.mouse.up();
  }

  /** Pastes text as another program would give it, read as Markdown. */
  async paste(text: string): Promise<void> {
    await this.blocks.evaluate((editor, plain) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', plain);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Pastes a file. */
  async pasteFile(name: string, type: string, bytes: Buffer): Promise<void> {
    await this.blocks.evaluate(
      (editor, file) => {
        const clipboardData = new DataTransfer();
        const content = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
        clipboardData.items.add(new File([content], file.name, { type: file.type }));
        editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      { name, type, base64: bytes.toString('base64') },
    );
  }

  /** Waits until the server has stored everything that was written here, by default as long as for anything else. */
  async expectSaved(timeout?: number): Promise<void> {
    await expect(this.page.getByText(this.words('state.saved'), { exact: true })).toBeVisible({ timeout });
  }

  /** Opens a panel beside the document, by its button or, in a narrow window, by the menu. */
  async openPanel(name: string): Promise<void> {
    const button = this.button(`panel.${name}`);
    if (await button.isVisible()) return button.click();
    await this.button('menu.label').click();
    await this.page.getByRole('menuitem', { name: this.words(`panel.${name}`), exact: true }).click();
  }

  button(key: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name: this.words(key), exact: true });
  }

  words(key: string): string {
    return words(`document:${key}`, {}, this.language);
  }
}

/** A page with a little of everything, as Markdown. */
export const everything = `Every launch has **three** weeks. What is _not_ written here is decided by whoever is on duty; see [the checklist](https://example.test/).

## What has to be ready

- [x] Prices agreed with sales
- [x] Pages translated
- [ ] Support has read the notes

1. Announce to partners on Monday
2. Publish on Wednesday
   - The blog first
   - Then the newsletter

> Say what it does before you say what it is.

### Who does what

| Step | Who | Due |
| --- | --- | --- |
| Texts | Cora | Monday |
| Photos | Olive | Tuesday |

\`\`\`typescript
const launch = new Date('2027-03-01');
export function isOver(now: Date): boolean {
  return now > launch; // the day itself counts
}
\`\`\`

---

After that everybody takes a day off.`;
