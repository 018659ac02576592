import type { CDPSession, Page } from '@playwright/test';

/** An input method, as one writes Chinese with: letters become words, and its keys reach the page as keys, too. */
export class InputMethod {
  readonly #client: CDPSession;

  private constructor(client: CDPSession) {
    this.#client = client;
  }

  static async of(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page));
  }

  /** Types letters one by one, without choosing a candidate. */
  async begin(letters: string): Promise<void> {
    for (let length = 1; length <= letters.length; length += 1) {
      const place = { selectionStart: length, selectionEnd: length };
      await this.#client.send('Input.imeSetComposition', { text: letters.slice(0, length), ...place });
    }
  }

  /** Leaves words in the place of the letters. */
  async choose(meant: string): Promise<void> {
    await this.#client.send('Input.insertText', { text: meant });
  }

  async compose(letters: string, meant: string): Promise<void> {
    await this.begin(letters);
    await this.choose(meant);
  }

  /** Presses a key that the input method takes for itself, as Enter and Escape while its list is open. */
  async press(key: 'Enter' | 'Escape'): Promise<void> {
    const each = { key, code: key, windowsVirtualKeyCode: 229 };
    await this.#client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...each });
    await this.#client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...each });
  }
}
