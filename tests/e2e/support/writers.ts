import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Answer, Api } from '../../running/api.ts';
import type { OpenDocument } from './document.ts';

/** Words that the server confirmed, and those sent with an unknown outcome. */
export interface Written {
  acknowledged: string[];
  unknown: string[];
}

/** Words that somebody types into their own paragraph of an open document, one after the other. */
export class Typist implements Written {
  /** All that was typed: an editor forgets nothing, so it is all there in the end. */
  readonly acknowledged: string[] = [];
  readonly unknown = [];
  readonly name: string;
  private readonly document: OpenDocument;
  private readonly page: Page;
  private savedCount = 0;
  private stopped = false;
  private work: Promise<void> | null = null;

  constructor(document: OpenDocument, name: string) {
    this.document = document;
    this.page = document.page;
    this.name = name;
  }

  /** Words that the screen has shown as saved. */
  get saved(): string[] {
    return this.acknowledged.slice(0, this.savedCount);
  }

  /** @param start words of the paragraph behind which it writes */
  async begin(start: string): Promise<void> {
    await this.document.blocks.getByText(start, { exact: true }).click();
    await this.page.keyboard.press('End');
    this.work = this.write();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.work;
  }

  private async write(): Promise<void> {
    const isSaved = this.page.getByText(this.document.words('state.saved'), { exact: true });
    while (!this.stopped) {
      const number = this.acknowledged.length;
      const word = `${this.name}${number}`;
      await this.page.keyboard.type(`${number % 12 === 11 ? '' : ' '}${word}`, { delay: 8 });
      this.acknowledged.push(word);
      // A pause now and then, so that the words are saved in between.
      if (number % 6 === 5) await sleep(900);
      // An editor reads typed text a moment later.
      await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
      if (await isSaved.isVisible()) this.savedCount = this.acknowledged.length;
      if (number % 12 === 10) await this.page.keyboard.press('Enter');
    }
  }
}

/** A program that adds lines to a document by REST: at its end, and by putting all of it back with a line more. */
export class Program implements Written {
  readonly acknowledged: string[] = [];
  readonly unknown: string[] = [];
  /** How often the document changed between reading and writing it. */
  refused = 0;
  private readonly apis: readonly Api[];
  private readonly path: string;
  private stopped = false;
  private work: Promise<void> | null = null;
  private turn = 0;

  /** @param apis servers that it asks in turn */
  constructor(apis: readonly Api[], path: string) {
    this.apis = apis;
    this.path = path;
  }

  begin(): void {
    this.work = this.write();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.work;
  }

  private async write(): Promise<void> {
    for (let number = 0; !this.stopped; number += 1) {
      this.turn += 1;
      const isPut = number % 2 === 1;
      const word = `${isPut ? 'put' : 'append'}${number}`;
      const status = isPut ? await this.put(word) : await this.append(word);
      if (status === 200) this.acknowledged.push(word);
      else if (status === null) this.unknown.push(word);
      await sleep(60);
    }
  }

  private append(word: string): Promise<number | null> {
    return this.call('PUT', 'appendContent', word, { 'content-type': 'text/markdown' }).then(statusOf);
  }

  /** Reads the blocks, adds one after the first, and puts them back unless they changed meanwhile. */
  private async put(word: string): Promise<number | null> {
    while (!this.stopped) {
      const read = await this.call('GET', 'content');
      if (read?.status !== 200) return 0;
      const { content } = read.data as { content: object[] };
      content.splice(1, 0, {
        type: 'paragraph',
        content: [{ type: 'text', text: word, styles: {} }],
      });
      const headers = {
        'content-type': 'application/json',
        'if-match': read.headers.get('etag') ?? '',
      };
      const answer = await this.call('PUT', 'content', JSON.stringify({ content }), headers);
      if (answer?.status !== 412) return statusOf(answer);
      this.refused += 1;
    }
    return 0;
  }

  /** @returns null when no answer came */
  private async call(
    verb: string,
    what: string,
    raw?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer | null> {
    const api = this.apis[this.turn % this.apis.length] as Api;
    return api
      .call(verb, `${this.path}/${what}`, { ...(raw !== undefined && { raw }), headers })
      .catch(async (error: Error & { cause?: { code?: string } }) => {
        await sleep(200);
        return error.cause?.code === 'ECONNREFUSED' ? NOT_ASKED : null;
      });
  }
}

/** Nobody listened, so nothing can have changed. */
const NOT_ASKED = { status: 0 } as Answer;

/** A server that ends or begins may have written and could not say so. */
function statusOf(answer: Answer | null): number | null {
  return answer === null || answer.status >= 500 ? null : answer.status;
}

/** Counts each word in a text. */
export function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.split(/\s+/u).filter((each) => each !== ''))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
