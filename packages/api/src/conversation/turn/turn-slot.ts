import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type Db, transaction } from '@tandem/db';
import { type ToolSet, wrapLanguageModel } from 'ai';
import { SLOT_CHECK_MS } from '../../content/turn/limits.ts';
import { countSlots, setWaiting } from '../../content/turn/slot.repo.ts';
import type { Logger } from '../../core/log.ts';
import type { RunningTurn } from './running.ts';
import { inQueue } from './slot-queue.ts';

/**
 * A turn's slot among the running turns of its person. It is released while the turn only waits for consent,
 * and taken again, once one is free, before anything continues.
 */
export class TurnSlot {
  private readonly turn: RunningTurn;
  private readonly db: Db;
  private readonly log: Logger;
  private readonly slots: () => number;
  /** Requests that stream and tools that run. */
  private busy = 0;
  private waiting = 0;
  private isGivenUp = false;
  /** Serialises the writes about it. */
  private settling: Promise<void> = Promise.resolve();

  /** @param slots maximum per person */
  constructor(turn: RunningTurn, { db, log, slots }: { db: Db; log: Logger; slots: () => number }) {
    this.turn = turn;
    this.db = db;
    this.log = log;
    this.slots = slots;
  }

  /** Wraps the model so that its streams hold the slot. */
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

  /** The tools, which hold the slot while they run. */
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

  /** Waits for a person within a running tool; returns with the slot, however the wait ended. */
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

  /** Resolves with the slot, or when the turn ends. */
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
        // It may have been written after all; the slot is taken again when needed.
        log.warn({ err, turn: turn.turn.id }, 'a turn that waits keeps its slot');
      }
    });
  }

  private async back(): Promise<void> {
    const { signal } = this.turn;
    this.settling = this.settling.then(async () => {
      if (!this.isGivenUp) return;
      // Otherwise a hundred resuming turns would each hold a connection to wait for the same lock.
      await inQueue(this.db, { userId: this.turn.turn.userId, signal }, async () => {
        while (this.isGivenUp && !signal.aborted) {
          if (await this.take()) this.isGivenUp = false;
          else await sleep(SLOT_CHECK_MS, undefined, { signal }).catch(() => {});
        }
      });
    });
    await this.settling;
  }

  private async take(): Promise<boolean> {
    const { turn } = this.turn;
    try {
      return await transaction(this.db, async (tx) => {
        if ((await countSlots(tx, turn.userId, turn.id)) >= this.slots()) return false;
        await setWaiting(tx, turn, false);
        return true;
      });
    } catch (err) {
      // The database may be away for a while.
      this.log.warn({ err, turn: turn.id }, 'a turn could not take its slot again');
      return false;
    }
  }
}
