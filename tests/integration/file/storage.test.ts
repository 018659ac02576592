import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createStorage } from '@tandem/api/core/storage/create-storage';
import type { Storage } from '@tandem/api/core/storage/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../running/port.ts';
import { type ObjectStorage, startObjectStorage } from './object-storage.ts';

let folder: string;
let objects: ObjectStorage;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tandem-storage-'));
  objects = await startObjectStorage();
});
afterAll(async () => {
  await objects.close();
  rmSync(folder, { recursive: true, force: true });
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A finished file, as an upload leaves it. */
function fileOf(bytes: Uint8Array): { file: string; size: number } {
  const file = path.join(folder, randomBytes(8).toString('hex'));
  writeFileSync(file, bytes);
  return { file, size: bytes.length };
}

const carriers: [string, () => Storage][] = [
  ['a folder', () => createStorage({ s3: null, dataDir: folder })],
  ['an object storage', () => createStorage({ s3: objects.settings, dataDir: folder })],
];

describe.each(carriers)('files in %s', (_what, open) => {
  let storage: Storage;
  beforeAll(() => {
    storage = open();
  });
  afterAll(() => storage.close());

  it('are read back unchanged, whole or in part', async () => {
    const bytes = randomBytes(3_000_000);
    const key = hashOf(bytes);
    await storage.put(key, fileOf(bytes));
    expect(await storage.has(key)).toBe(true);
    expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
    const part = await buffer(await storage.read(key, { start: 10, end: 19 }));
    expect(part.equals(bytes.subarray(10, 20))).toBe(true);
  });

  it('can be stored twice, even at once', async () => {
    const bytes = randomBytes(100_000);
    const key = hashOf(bytes);
    await Promise.all([storage.put(key, fileOf(bytes)), storage.put(key, fileOf(bytes))]);
    await storage.put(key, fileOf(bytes));
    expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
  });

  it('have their derived files beside them', async () => {
    const key = `${hashOf(randomBytes(8))}.thumb`;
    await storage.put(key, Buffer.from('small'));
    expect((await buffer(await storage.read(key))).toString()).toBe('small');
  });

  it('are gone once removed, which may happen twice', async () => {
    const bytes = randomBytes(10);
    const key = hashOf(bytes);
    await storage.put(key, fileOf(bytes));
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.has(key)).toBe(false);
    await expect(storage.read(key)).rejects.toMatchObject({ key: 'notFound' });
  });

  it.each([
    '',
    'abc',
    '../../etc/passwd',
    `${'a'.repeat(64)}/x`,
    `${'A'.repeat(64)}`,
    `${'a'.repeat(64)}./x`,
  ])('are never under %j', async (key) => {
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
    await expect(storage.read(key)).rejects.toThrow('not a key');
    await expect(Promise.resolve().then(() => storage.remove(key))).rejects.toThrow('not a key');
  });
});

describe('a folder', () => {
  it('receives finished files, and no partial ones', async () => {
    const storage = createStorage({ s3: null, dataDir: folder });
    const source = fileOf(Buffer.from('taken'));
    const key = hashOf(Buffer.from('taken'));
    await storage.put(key, source);
    expect(existsSync(source.file)).toBe(false);
    await expect(storage.put(key, { file: path.join(folder, 'none'), size: 1 })).rejects.toThrow();
    expect((await buffer(await storage.read(key))).toString()).toBe('taken');
  });
});

describe('object storage', () => {
  it('refuses content that differs from its checksum', async () => {
    const storage = createStorage({ s3: objects.settings, dataDir: folder });
    const key = hashOf(Buffer.from('something else'));
    await expect(storage.put(key, fileOf(Buffer.from('this')))).rejects.toMatchObject({ key: 'unavailable' });
    expect(await storage.has(key)).toBe(false);
    await storage.close();
  });

  it('with a wrong key is reported as unavailable, without the key', async () => {
    const storage = createStorage({
      s3: { ...objects.settings, secretAccessKey: 'wrong' },
      dataDir: folder,
    });
    const failure = await storage.put('a'.repeat(64), Buffer.from('x')).catch((error: Error) => error);
    expect(failure).toMatchObject({ key: 'unavailable' });
    expect(JSON.stringify(failure)).not.toContain('wrong');
    await storage.close();
  });

  it('is not sent a file that is gone, which is reported to the caller', async () => {
    const storage = createStorage({ s3: objects.settings, dataDir: folder });
    const gone = { file: path.join(folder, 'gone'), size: 1 };
    await expect(storage.put('a'.repeat(64), gone)).rejects.toMatchObject({ key: 'unavailable' });
    await storage.close();
  });

  it('that is unreachable is reported as unavailable', async () => {
    const port = await freePort();
    const storage = createStorage({
      s3: { ...objects.settings, endpoint: `http://127.0.0.1:${port}` },
      dataDir: folder,
    });
    await expect(storage.has('a'.repeat(64))).rejects.toMatchObject({ key: 'unavailable' });
    await storage.close();
  });
});
