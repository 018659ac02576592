import { describe, expect, it } from 'vitest';
import { type Addressed, FrameReader, FrameWriter, MAX_MESSAGE_BYTES } from './frames.ts';

const LIMIT = 7_900;
const message = (text: string): Addressed => ['channel:1', { type: 'delta', text }];
const readAll = (frames: string[], reader = new FrameReader('someone else')) =>
  frames.flatMap((frame) => reader.read(frame));

describe('frames', () => {
  it('carry messages in order, each frame below the byte limit', () => {
    const messages = [
      '',
      'a'.repeat(7_700),
      '猫'.repeat(5_000),
      '😀'.repeat(9_000),
      '"\\\n\0'.repeat(3_000),
      'end',
    ].map(message);
    const { frames, dropped } = new FrameWriter(LIMIT).pack(messages);
    expect(dropped).toBe(0);
    for (const frame of frames) {
      expect(Buffer.byteLength(frame)).toBeLessThan(LIMIT);
      expect(frame.isWellFormed()).toBe(true);
    }
    expect(readAll(frames)).toEqual(messages);
  });

  it('pack many small messages into few frames', () => {
    const { frames } = new FrameWriter(LIMIT).pack(Array.from({ length: 300 }, (_, n) => message(`${n}`)));
    expect(frames.length).toBeLessThan(5);
    expect(readAll(frames)).toHaveLength(300);
  });

  it('from oneself are skipped', () => {
    const writer = new FrameWriter(LIMIT);
    const { frames } = writer.pack([message('x')]);
    expect(readAll(frames, new FrameReader(writer.origin))).toEqual([]);
  });

  it('of two senders may be interleaved', () => {
    const [a, b] = [new FrameWriter(LIMIT), new FrameWriter(LIMIT)].map(
      (writer) => writer.pack([message(`${writer.origin} `.repeat(600))]).frames,
    ) as [string[], string[]];
    const mixed = a.flatMap((frame, index) => [frame, b[index] as string]);
    expect(readAll(mixed)).toHaveLength(2);
  });

  it('with a missing piece lose only that message', () => {
    const writer = new FrameWriter(LIMIT);
    const { frames } = writer.pack([message('x'.repeat(30_000)), message('after')]);
    frames.splice(1, 1);
    expect(readAll(frames)).toEqual([message('after')]);
  });

  it('reject an oversized message', () => {
    const { frames, dropped } = new FrameWriter(LIMIT).pack([
      message('x'.repeat(MAX_MESSAGE_BYTES)),
      message('y'),
    ]);
    expect(dropped).toBe(1);
    expect(readAll(frames)).toEqual([message('y')]);
  });

  it.each(['', 'x', 'b', 'bme 1 ', 'bme 1 {', 'bme 1 {"a":1}', 'cme 1 0/1 [', 'cme 1 5/2 "x"', 'cme 1 '])(
    'that are garbage are ignored: %j',
    (frame) => {
      expect(readAll([frame])).toEqual([]);
    },
  );
});
