import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type Db, transaction } from '@tandem/db';
import { type ToolSet, wrapLanguageModel } from 'ai';
import { PLACE_LOOK_MS } from '../../content/turn/limits.ts';
import { countPlaces, setWaiting } from '../../content/turn/place.repo.ts';
import type { Logger } from '../../core/log.ts';
import { inLine } from './place-line.ts';
import type { RunningTurn } from './running.ts';

/**
 * The place of a turn among those that its person may have at once. It is given up while nothing of the turn goes on but
 * waiting for consent, and taken again, as soon as there is one, before anything goes on.
 */
export class Place {
  private readonly turn: RunningTurn;
  private readonly db: Db;
  private readonly log: Logger;
  private readonly places: () => number;
  /** Requests that stream and tools that run. */
  private busy = 0;
  private waiting = 0;
  private isGivenUp = false;
  /** What is being written about it: one thing after the other. */
  private settling: Promise<void> = Promise.resolve();

  /** @param places how many a person has */
  constructor(turn: RunningTurn, { db, log, places }: { db: Db; log: Logger; places: () => number }) {
    this.turn = turn;
    this.db = db;
    this.log = log;
    this.places = places;
  }

  /** The model, whose streams take the place while they come. */
  model(model: LanguageModelV4): LanguageModelV4 {
    return wrapLanguageModel({
      model,
      middleware: {
        specificationVersion: 'v4',
        wrapStream: async ({ doStream }) => {
          await this.begin();
          try {
            const result = await doStream();
            const ended = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
              flush: () => this.end(),
            });
            return { ...result, stream: result.stream.pipeThrough(ended) };
          } catch (error) {
            this.end();
            throw error;
          }
        },
      },
    });
  }

  /** The tools, which take the place while they run. */
  tools(tools: ToolSet): ToolSet {
    return Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => {
        const { execute } = tool;
        if (!execute) return [name, tool];
        const held: typeof execute = async (input, options) => {
          await this.begin();
          try {
            return await execute(input, options);
          } finally {
            this.end();
          }
        };
        return [name, { ...tool, execute: held }];
      }),
    );
  }

  /** Waits for a person within a tool that runs; comes back with a place, however the waiting ended. */
  async away<T>(wait: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    this.end();
    try {
      return await wait();
    } finally {
      this.waiting -= 1;
      await this.begin();
    }
  }

  /** Fulfilled with a place, or when the turn ends. */
  private begin(): Promise<void> {
    this.busy += 1;
    return this.back();
  }

  private end(): void {
    this.busy -= 1;
    this.settle();
  }

  private settle(): void {
    const { turn, db, log } = this;
    this.settling = this.settling.then(async () => {
      if (this.busy > 0 || this.waiting === 0 || this.isGivenUp || turn.signal.aborted) return;
      this.isGivenUp = true;
      try {
        await setWaiting(db, turn.turn, true);
      } catch (err) {
        // It may have been written all the same; the place is taken again where it is needed.
        log.warn({ err, turn: turn.turn.id }, 'a turn that waits keeps its place');
      }
    });
  }

  private async back(): Promise<void> {
    const { signal } = this.turn;
    this.settling = this.settling.then(async () => {
      if (!this.isGivenUp) return;
      // A hundred that come back at once would all hold a connection to wait for the same lock.
      await inLine(this.db, { userId: this.turn.turn.userId, signal }, async () => {
        while (this.isGivenUp && !signal.aborted) {
          if (await this.take()) this.isGivenUp = false;
          else await sleep(PLACE_LOOK_MS, undefined, { signal }).catch(() => {});
        }
      });
    });
    await this.settling;
  }

  private async take(): Promise<boolean> {
    const { turn } = this.turn;
    try {
      return await transaction(this.db, async (tx) => {
        if ((await countPlaces(tx, turn.userId, turn.id)) >= this.places()) return false;
        await setWaiting(tx, turn, false);
        return true;
      });
    } catch (err) {
      // The database may be away for a while.
      this.log.warn({ err, turn: turn.id }, 'a turn could not take its place again');
      return false;
    }
  }
}
