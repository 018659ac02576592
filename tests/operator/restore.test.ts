import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSentence, KEY, Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.open();
});
afterAll(() => sandbox.close());

describe('an incomplete backup', () => {
  it('is refused in one sentence, wherever it was cut or changed', async () => {
    const DATABASE_URL = await sandbox.databaseOf(`saved_${Date.now()}`);
    const env = { DATABASE_URL, SECRET_KEY: KEY };
    expect((await sandbox.run(env)).code).toBe(0);
    const whole = path.join(sandbox.folder, 'whole.tar.gz');
    expect((await sandbox.run(env, 'commands/backup.ts', [whole])).code).toBe(0);
    const bytes = readFileSync(whole);
    const into = { DATABASE_URL: await sandbox.databaseOf(`restored_${Date.now()}`), SECRET_KEY: KEY };
    const half = Math.floor(bytes.length / 2);
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8((bytes[half] ?? 0) ^ 0xff, half);
    const broken: [string, Buffer | null, RegExp][] = [
      ['empty', Buffer.alloc(0), /backup/],
      ['begun', bytes.subarray(0, 12), /backup/],
      ['cut', bytes.subarray(0, half), /is not whole|damaged/],
      ['endless', bytes.subarray(0, bytes.length - 9), /is not whole|damaged/],
      // Whether its first entry can still be read depends on what the byte compressed.
      ['flipped', flipped, /damaged|not whole|not a backup of Tandem/],
      ['text', Buffer.from('not a backup at all'), /not a backup of Tandem/],
      ['missing', null, /can't be read \(ENOENT\)/],
    ];
    for (const [name, content, sentence] of broken) {
      const file = path.join(sandbox.folder, `${name}.tar.gz`);
      if (content) writeFileSync(file, content);
      const ended = await sandbox.run(into, 'commands/restore.ts', [file]);
      expect(ended.code, name).toBe(1);
      expectSentence(ended.stderr, sentence);
    }
    expectSentence(
      (await sandbox.run(into, 'commands/restore.ts', ['--what'])).stderr,
      /^Name the file to restore/,
    );
    expect((await sandbox.run(into, 'commands/restore.ts', [whole])).code).toBe(0);
  });
});
