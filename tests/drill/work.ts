import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { openEditor, type TestEditor } from '../running/editor.ts';
import { until } from '../running/live.ts';
import { need } from '../running/people.ts';
import type { ServerPair } from './server-pair.ts';

const WRITE_EVERY_MS = 60;
/** How long answers may take to end, and the polling interval, in milliseconds. */
const ENDED_MS = 180_000;
const LOOK_EVERY_MS = 250;

/** People who type in one document, each through the proxy, until stopped. */
export class Typists {
  readonly words: string[] = [];
  private readonly editors: TestEditor[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly pair: ServerPair;
  readonly documentId: string;

  private constructor(pair: ServerPair, documentId: string) {
    this.pair = pair;
    this.documentId = documentId;
  }

  static async begin(pair: ServerPair, count: number, name: string): Promise<Typists> {
    const { trpc } = pair.person.api;
    const { id } = await trpc.channel.create.mutate({ appId: pair.appId, kind: 'document', name });
    const typists = new Typists(pair, id);
    for (let n = 0; n < count; n++) {
      const editor = await openEditor(pair.url, id, pair.person.token);
      typists.editors.push(editor);
      let written = 0;
      typists.timers.push(
        setInterval(() => {
          const word = `${name}-${n}-${written++}`;
          editor.write(word);
          typists.words.push(word);
        }, WRITE_EVERY_MS),
      );
    }
    return typists;
  }

  /** @returns words that are not there exactly once, as somebody who opens the document then sees it */
  async end(): Promise<{ written: number; wrong: string[] }> {
    for (const timer of this.timers) clearInterval(timer);
    const reader = await openEditor(this.pair.url, this.documentId, this.pair.person.token);
    const counts = () => {
      const found = new Map<string, number>();
      for (const line of reader.text().split('\n')) found.set(line, (found.get(line) ?? 0) + 1);
      return found;
    };
    const wrong = () => {
      const found = counts();
      return this.words.filter((word) => found.get(word) !== 1);
    };
    await until('every word has arrived', () => wrong().length === 0, 60_000).catch(() => {});
    const left = wrong();
    for (const editor of [...this.editors, reader]) editor.close();
    return { written: this.words.length, wrong: left };
  }
}

/** Simultaneous answers, each in its own channel. */
export class Answers {
  readonly channelIds: string[] = [];
  private readonly pair: ServerPair;
  private readonly tokens: number;

  private constructor(pair: ServerPair, tokens: number) {
    this.pair = pair;
    this.tokens = tokens;
  }

  /** @param tokens of each, one every ten milliseconds */
  static async begin(pair: ServerPair, count: number, tokens: number): Promise<Answers> {
    const answers = new Answers(pair, tokens);
    const { trpc } = pair.person.api;
    for (let n = 0; n < count; n++) {
      const { id } = await trpc.channel.create.mutate({ appId: pair.appId, name: `Answer ${n}` });
      answers.channelIds.push(id);
    }
    const text = `[[tokens ${tokens}]] [[delay 10]] Tell me`;
    // A request each, so that both servers get some.
    const { api } = pair.person;
    await Promise.all(
      answers.channelIds.map((id) => api.post(`/api/channel/${id}/message`, { text }).then(need)),
    );
    return answers;
  }

  /** The number still running. */
  async running(): Promise<number> {
    return (await this.last()).filter(({ status }) => status === 'running').length;
  }

  /** Waits until all have ended. @returns how many did how, and how many hold every word */
  async end(): Promise<{ whole: number; byStatus: Record<string, number> }> {
    for (
      const until = Date.now() + ENDED_MS;
      (await this.running().catch(() => 1)) > 0;
      await sleep(LOOK_EVERY_MS)
    )
      if (Date.now() > until)
        throw new Error(`answers do not end: ${JSON.stringify(await this.last())}`.slice(0, 2_000));
    const last = await this.last();
    const byStatus: Record<string, number> = {};
    for (const { status } of last) byStatus[status] = (byStatus[status] ?? 0) + 1;
    const whole = last.filter(({ parts }) => textOf(parts).includes(String(this.tokens - 1))).length;
    return { whole, byStatus };
  }

  private async last(): Promise<Message[]> {
    const lists = await Promise.all(
      this.channelIds.map((channelId) => this.pair.person.api.trpc.message.list.query({ channelId })),
    );
    return lists.flatMap(({ list }) => list.filter(({ role }) => role === 'assistant').slice(-1));
  }
}
