import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { RenderError, type RenderSource, render } from './render.ts';

function pngOf(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((1 + side * 3) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

let made = 0;
/** A picture of a person, and how often its content was opened. */
function picture(uploaderId: number, bytes: () => Readable): RenderSource & { opened: number } {
  made += 1;
  const source = {
    hash: `picture ${made}`,
    uploaderId,
    opened: 0,
    open: async () => {
      source.opened += 1;
      return bytes();
    },
  };
  return source;
}
const whole = () => Readable.from([pngOf(20)]);

it('makes a thumbnail', async () => {
  const result = await render(picture(1, whole), { side: 10 });
  expect(result.toString('latin1', 8, 12)).toBe('WEBP');
});

it('does not soon retry an unreadable picture, whatever the size', async () => {
  const broken = picture(1, () => Readable.from([pngOf(20).subarray(0, 60)]));
  await expect(render(broken, { side: 10 })).rejects.toThrow(RenderError);
  await expect(render(broken, { side: 20, square: true })).rejects.toThrow(RenderError);
  expect(broken.opened).toBe(1);
});

it('retries a picture that the storage failed to deliver', async () => {
  let isUp = false;
  const source = picture(1, () => {
    if (isUp) return whole();
    return new Readable({ read: (): void => void 0 }).destroy(new Error('the storage is away'));
  });
  await expect(render(source, { side: 10 })).rejects.toThrow('the storage is away');
  isUp = true;
  expect((await render(source, { side: 10 })).length).toBeGreaterThan(0);
});

it('loads no bytes for waiting calls, and alternates between owners', async () => {
  const mine = Array.from({ length: 5 }, () => picture(1, whole));
  const ended: string[] = [];
  const all = mine.map((each, i) => render(each, { side: 10 }).then(() => ended.push(`mine ${i}`)));
  const theirs = render(picture(2, whole), { side: 10 }).then(() => ended.push('theirs'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(mine.map(({ opened }) => opened)).toEqual([1, 0, 0, 0, 0]);
  await Promise.all([...all, theirs]);
  expect(ended.indexOf('theirs')).toBeLessThan(3);
});
