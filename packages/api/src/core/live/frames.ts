import { randomUUID } from 'node:crypto';
import { steadyMs } from '../timing/steady.ts';
import type { BusMessage } from './bus.ts';

/** A message with its topic, as it travels. */
export type Addressed = readonly [topic: string, message: BusMessage];

/** Largest JSON of one message; a bigger one is not sent (its watchers re-read the database instead). */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Chunks of an incomplete message are discarded after this time. */
const INCOMPLETE_FOR_MS = 10_000;
/** Bytes reserved for a frame's header: kind, origin, number, chunk position. */
const HEADER_BYTES = 100;

/**
 * Packs messages into text frames of at most `maxBytes`, in order: many small ones in a frame, a big one in
 * several. A frame is `b<origin> <number> <json list>` or `c<origin> <number> <index>/<count> <piece>`.
 */
export class FrameWriter {
  /** Names this process in its frames, so that it can skip its own. */
  readonly origin: string = randomUUID();
  private number = 0;
  private readonly room: number;

  constructor(maxBytes: number) {
    this.room = maxBytes - HEADER_BYTES;
  }

  /** @returns frames to send in order; messages above `MAX_MESSAGE_BYTES` are left out and counted */
  pack(messages: readonly Addressed[]): { frames: string[]; dropped: number } {
    const frames: string[] = [];
    let dropped = 0;
    let list: string[] = [];
    let bytes = 2;
    const flush = () => {
      if (list.length > 0) frames.push(`b${this.head()}[${list.join(',')}]`);
      list = [];
      bytes = 2;
    };
    for (const message of messages) {
      const json = JSON.stringify(message);
      const size = Buffer.byteLength(json);
      if (size > MAX_MESSAGE_BYTES) {
        dropped += 1;
        continue;
      }
      if (bytes + size + 1 > this.room) flush();
      if (size + 2 > this.room) {
        frames.push(...this.chunks(json, size));
        continue;
      }
      list.push(json);
      bytes += size + 1;
    }
    flush();
    return { frames, dropped };
  }

  private head(): string {
    this.number += 1;
    return `${this.origin} ${this.number} `;
  }

  private chunks(json: string, size: number): string[] {
    // A code unit outside ASCII takes at most three bytes in UTF-8.
    const step = size === json.length ? this.room : Math.floor(this.room / 3);
    const pieces: string[] = [];
    for (let at = 0; at < json.length; ) {
      let end = Math.min(at + step, json.length);
      // Half a surrogate pair would not survive the way.
      if (end < json.length && isHighSurrogate(json.charCodeAt(end - 1))) end -= 1;
      pieces.push(json.slice(at, end));
      at = end;
    }
    const head = this.head();
    return pieces.map((piece, index) => `c${head}${index}/${pieces.length} ${piece}`);
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

interface Incomplete {
  pieces: string[];
  since: number;
}

/** Parses frames into messages; skips its own process's and invalid ones. */
export class FrameReader {
  private readonly incomplete = new Map<string, Incomplete>();
  private readonly ownOrigin: string;

  constructor(ownOrigin: string) {
    this.ownOrigin = ownOrigin;
  }

  read(frame: string): Addressed[] {
    const match = /^([bc])(\S+) (\d+) (?:(\d+)\/(\d+) )?/.exec(frame);
    if (!match || match[2] === this.ownOrigin) return [];
    const rest = frame.slice(match[0].length);
    if (match[1] === 'b') return parse(rest) as Addressed[];
    const json = this.complete(`${match[2]} ${match[3]}`, Number(match[4]), Number(match[5]), rest);
    return json === null ? [] : (parse(`[${json}]`) as Addressed[]);
  }

  /** Pieces of one message arrive in order; a gap means that the message is lost. */
  private complete(key: string, index: number, count: number, piece: string): string | null {
    const now = steadyMs();
    for (const [other, { since }] of this.incomplete)
      if (now - since > INCOMPLETE_FOR_MS) this.incomplete.delete(other);
    const held = this.incomplete.get(key) ?? { pieces: [], since: now };
    if (held.pieces.length !== index) {
      this.incomplete.delete(key);
      return null;
    }
    held.pieces.push(piece);
    if (held.pieces.length < count) {
      this.incomplete.set(key, held);
      return null;
    }
    this.incomplete.delete(key);
    return held.pieces.join('');
  }
}

function parse(json: string): unknown[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
