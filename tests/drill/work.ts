import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { openEditor, type TestEditor } from '../running/editor.ts';
import { until } from '../running/live.ts';
import { need } from '../running/people.ts';
import type { Fleet } from './fleet.ts';

const WRITE_EVERY_MS = 60;
/** How long answers may take to end, and the polling interval, in milliseconds. */
const ENDED_MS = 180_000;
const LOOK_EVERY_MS = 250;

/** People who type in one document, each through the proxy, until stopped. */
export class Typists {
  readonly words: string[] = [];
  private readonly editors: TestEditor[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly fleet: Fleet;
  readonly documentId: string;

  private constructor(fleet: Fleet, documentId: string) {
    this.fleet = fleet;
    this.documentId = documentId;
  }

  static async begin(fleet: Fleet, count: number, name: string): Promise<Typists> {
    const { trpc } = fleet.person.api;
    const { id } = await trpc.channel.create.mutate({ appId: fleet.appId, kind: 'document', name });
    const typists = new Typists(fleet, id);
    for (let n = 0; n < count; n++) {
      const editor = await openEditor(fleet.url, id, fleet.person.token);
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
    const reader = await openEditor(this.fleet.url, this.documentId, this.fleet.person.token);
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
  private readonly fleet: Fleet;
  private readonly tokens: number;

  private constructor(fleet: Fleet, tokens: number) {
    this.fleet = fleet;
    this.tokens = tokens;
  }

  /** @param tokens of each, one every ten milliseconds */
  static async begin(fleet: Fleet, count: number, tokens: number): Promise<Answers> {
    const answers = new Answers(fleet, tokens);
    const { trpc } = fleet.person.api;
    for (let n = 0; n < count; n++) {
      const { id } = await trpc.channel.create.mutate({ appId: fleet.appId, name: `Answer ${n}` });
      answers.channelIds.push(id);
    }
    const text = `[[tokens ${tokens}]] [[delay 10]] Tell me`;
    // A request each, so that both servers get some.
    const { api } = fleet.person;
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
      this.channelIds.map((channelId) => this.fleet.person.api.trpc.message.list.query({ channelId })),
    );
    return lists.flatMap(({ list }) => list.filter(({ role }) => role === 'assistant').slice(-1));
  }
}
