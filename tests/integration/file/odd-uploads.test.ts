import { deflateRawSync } from 'node:zlib';
import { makeWorkspace } from '@tandem/db/testing/factories/index';
import type { UploadedFile } from '@tandem/shared/file/schema';
import { beforeAll, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useServer } from '../harness/server.ts';
import { formOf, send } from './files.ts';

const server = useServer();
let member: Api;

const bytes = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const u32 = (value: number) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
};
/** The parts of a WEBP. `size` is what it says of itself. */
const webp = (body: Buffer, size = body.length + 4) => bytes('RIFF', u32(size), 'WEBP', body);
const gifHead = (width: number, height: number) =>
  bytes('GIF89a', [width & 255, width >> 8, height & 255, height >> 8, 0x80, 0, 0], [0, 0, 0, 255, 255, 255]);
const gifFrame = (size: number) =>
  bytes([0x2c, 0, 0, 0, 0, size & 255, size >> 8, size & 255, size >> 8, 0], [2, 2, 0x4c, 1, 0]);

/** One entry of a ZIP that claims `claimed` bytes and holds what it holds. */
function zip(name: string, content: Buffer, claimed = content.length): Buffer {
  const packed = deflateRawSync(content);
  const sizes = bytes(u32(0), u32(packed.length), u32(claimed), [name.length, 0]);
  const local = bytes('PK\x03\x04', [20, 0, 0, 0, 8, 0, 0, 0, 0, 0], sizes, [0, 0], name, packed);
  const central = bytes('PK\x01\x02', [20, 0, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0], sizes, Buffer.alloc(16), name);
  return bytes(
    local,
    central,
    'PK\x05\x06',
    [0, 0, 0, 0, 1, 0, 1, 0],
    u32(central.length),
    u32(local.length),
    [0, 0],
  );
}

/** Files with valid headers whose content is made to slow down or confuse their readers. */
const shapes: [string, () => Buffer][] = [
  [
    'pages-of-themselves.pdf',
    () => bytes('%PDF-1.7\n1 0 obj<</Type/Pages/Kids[1 0 R]/Count 99999999>>endobj\n%%EOF'),
  ],
  ['nested.pdf', () => bytes('%PDF-1.7\n1 0 obj', '['.repeat(500_000), ']'.repeat(500_000), 'endobj\n%%EOF')],
  ['chain-of-tables.pdf', () => bytes('%PDF-1.4\nxref\n0 1\ntrailer<</Size 1/Prev 9>>\nstartxref\n9\n%%EOF')],
  [
    'scripted.pdf',
    () => bytes('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF'),
  ],
  ['vast.gif', () => bytes(gifHead(65_535, 65_535), gifFrame(65_535), ';')],
  ['frames.gif', () => bytes(gifHead(500, 500), ...Array.from({ length: 20_000 }, () => gifFrame(500)), ';')],
  ['endless.gif', () => bytes(gifHead(16, 16), [0x21, 0xfe], Buffer.alloc(2_000_000, 1))],
  ['cut.gif', () => bytes('GIF89a', [1])],
  ['vast.webp', () => webp(bytes('VP8X', u32(10), [0, 0, 0, 0], [255, 255, 255, 255, 255, 255]))],
  ['lying.webp', () => webp(bytes('VP8L', u32(0xfffffff0), [0x2f, 255, 255, 255, 255]), 0xffffffff)],
  ['chunks.webp', () => webp(bytes(...Array.from({ length: 50_000 }, () => bytes('EXIF', u32(0)))))],
  ['cut.webp', () => bytes('RIFF', u32(4), 'WEBP')],
  ['bomb.xlsx', () => zip('xl/worksheets/sheet1.xml', Buffer.alloc(40_000_000, 97))],
  ['lying.xlsx', () => zip('[Content_Types].xml', Buffer.from('<Types/>'), 0xfffffff0)],
  ['outside.xlsx', () => zip('../../../../etc/passwd', Buffer.from('x'))],
  [
    'entities.xlsx',
    () =>
      zip(
        'xl/workbook.xml',
        Buffer.from(`<!DOCTYPE a [<!ENTITY a "${'x'.repeat(1_000)}">]><a>${'&a;'.repeat(100_000)}</a>`),
      ),
  ],
  ['cut.xlsx', () => bytes('PK\x03\x04')],
];

const stored: { name: string; file: UploadedFile }[] = [];
const statuses: number[] = [];
const health: number[] = [];

beforeAll(async () => {
  member = await server.as((await makeWorkspace(server.db)).owner.id);
  const { stranger } = server;
  let going = true;
  const probe = (async () => {
    while (going) health.push((await stranger.get('/healthz')).status);
  })();
  const uploads = Array.from({ length: 4 }, () => shapes).flat();
  await Promise.all(
    uploads.map(async ([name, make]) => {
      const answer = await send(member, formOf(make(), name));
      statuses.push(answer.status);
      if (answer.status !== 200) return;
      const file = answer.data as UploadedFile;
      stored.push({ name, file });
      statuses.push((await member.get(file.url.replace('content', 'thumbnail'))).status);
    }),
  );
  going = false;
  await probe;
}, 120_000);

it('a flood of odd files is accepted or refused, and never an internal error', () => {
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.length).toBeGreaterThanOrEqual(shapes.length * 4);
});

it('the server still answers others', () => {
  expect(health.length).toBeGreaterThan(0);
  expect(new Set(health)).toEqual(new Set([200]));
});

it('a file that is not a picture is downloaded and never displayed', async () => {
  const documents = stored.filter(({ name }) => /\.(pdf|xlsx)$/.test(name));
  expect(documents.length).toBeGreaterThan(0);
  for (const { file } of documents.slice(0, 8)) {
    const { headers, status } = await member.get(file.url);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

it('no picture is stored that would unpack beyond the memory bound', () => {
  for (const { name, file } of stored)
    if (file.width !== null && file.height !== null)
      expect(file.width * file.height, name).toBeLessThanOrEqual(40_000_000);
});
