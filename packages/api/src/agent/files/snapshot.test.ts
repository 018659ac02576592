import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeTree } from './remove.ts';
import { takeSnapshot } from './snapshot.ts';

let outside: string;
let folder: string;
beforeEach(() => {
  outside = mkdtempSync(path.join(tmpdir(), 'tandem-outside-'));
  folder = path.join(outside, 'work', 'files');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(outside, 'secret'), 'secret');
});
afterEach(() => rmSync(outside, { recursive: true, force: true }));

const at = (name: string) => path.join(folder, name);
const sparse = (name: string) => {
  writeFileSync(at(name), '');
  return at(name);
};
const take = async () => {
  const { files, leftOut } = await takeSnapshot(folder, new Map());
  return {
    paths: [...files.keys()],
    leftOut: Object.fromEntries(leftOut.map((each) => [each.path, each.reason])),
  };
};

describe('a snapshot', () => {
  it('has the content, size and mode of files', async () => {
    mkdirSync(at('a/b'), { recursive: true });
    writeFileSync(at('a/b/c.txt'), 'words');
    writeFileSync(at('run.sh'), 'true', { mode: 0o755 });
    const { files } = await takeSnapshot(folder, new Map());
    expect([...files.keys()]).toEqual(['a/b/c.txt', 'run.sh']);
    const hash = createHash('sha256').update('words').digest('hex');
    expect(files.get('a/b/c.txt')).toMatchObject({ hash, size: 5, isExecutable: false });
    expect(files.get('run.sh')?.isExecutable).toBe(true);
  });

  it('follows no link, and removes links, pipes and sockets', async () => {
    symlinkSync(path.join(outside, 'secret'), at('link'));
    symlinkSync(outside, at('folder'));
    symlinkSync('loop', at('loop'));
    execFileSync('mkfifo', [at('pipe')]);
    const socket = createServer().listen(at('socket'));
    await new Promise((resolve) => socket.once('listening', resolve));
    writeFileSync(at('file'), '1');
    const { paths, leftOut } = await take();
    socket.close();
    expect(paths).toEqual(['file']);
    expect(leftOut).toEqual({
      link: 'is a link',
      folder: 'is a link',
      loop: 'is a link',
      pipe: 'is no file',
      socket: 'is no file',
    });
    expect(readdirSync(folder)).toEqual(['file']);
    expect(readFileSync(path.join(outside, 'secret'), 'utf8')).toBe('secret');
  });

  it('leaves out names that other systems would read differently', async () => {
    for (const name of ['a\\b', 'a\nb', 'NUL', 'x.', '%2e%2e', 'README', 'readme', 'cafe\u0301', 'caf\u00E9'])
      writeFileSync(at(name), name);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]), 'bytes');
    const { paths, leftOut } = await take();
    expect(paths.sort()).toEqual(['README', 'caf\u00E9']);
    expect(Object.keys(leftOut)).toHaveLength(8);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('goes no deeper than paths may be', async () => {
    execFileSync('bash', [
      '-c',
      `cd '${folder}'; d=$(printf 'd%.0s' $(seq 10)); for i in $(seq 60); do mkdir $d; cd $d; done; echo 1 > file`,
    ]);
    writeFileSync(at('file'), '1');
    const { paths, leftOut } = await take();
    expect(paths).toEqual(['file']);
    expect(Object.values(leftOut)).toEqual(['too deep']);
  });

  it('leaves out names that grow too long when they are composed, and paths longer than a system takes', async () => {
    // Each of these letters is three bytes, and six when composed.
    writeFileSync(at('\u0958'.repeat(80)), '1');
    execFileSync('bash', [
      '-c',
      `cd '${folder}'; d=$(printf 'e%.0s' $(seq 250)); for i in $(seq 25); do mkdir $d; cd $d; done; echo 1 > file`,
    ]);
    writeFileSync(at('file'), '1');
    const { paths, leftOut } = await take();
    expect(paths).toEqual(['file']);
    expect(Object.values(leftOut)).toEqual(['too long', 'too long']);
    expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('file'))).toEqual([
      'file',
    ]);
  });

  it('keeps what was there before first', async () => {
    mkdirSync(at('old/deep'), { recursive: true });
    writeFileSync(at('old/deep/z'), '1');
    writeFileSync(at('z.txt'), '1');
    const before = await takeSnapshot(folder, new Map());
    execFileSync('bash', ['-c', `cd '${folder}'; mkdir new; cd new; seq 1 105 | xargs touch`]);
    writeFileSync(at('z.txt'), 'changed');
    const { files, leftOut } = await takeSnapshot(folder, before.files, { maxFiles: 100 });
    expect(files.size).toBe(100);
    expect(files.has('old/deep/z')).toBe(true);
    expect(files.get('z.txt')?.size).toBe(7);
    expect(leftOut.map(({ reason }) => reason)).toEqual(Array.from({ length: 7 }, () => 'too many files'));
  });

  it('keeps what is small beside what is too large together with the rest', async () => {
    for (let index = 0; index < 11; index += 1) truncateSync(sparse(`large ${index}`), 99 * 1024 * 1024);
    writeFileSync(at('small'), '1');
    const known = new Map(
      readdirSync(folder).map((name) => {
        const { ino, ctimeNs, mtimeNs, size } = statSync(at(name), { bigint: true });
        const entry = { hash: name, size: Number(size), isExecutable: false, modifiedAt: 0 };
        return [name, { ...entry, inode: ino, changedNs: ctimeNs, modifiedNs: mtimeNs }] as const;
      }),
    );
    const { files, leftOut } = await takeSnapshot(folder, known);
    expect(leftOut.map(({ reason }) => reason)).toEqual(['too large together']);
    expect(files.has('small')).toBe(true);
  });

  it('reads what its author may not, and empty folders are nothing', async () => {
    mkdirSync(at('closed'));
    writeFileSync(at('closed/file'), '1');
    chmodSync(at('closed/file'), 0);
    chmodSync(at('closed'), 0);
    mkdirSync(at('empty'));
    expect((await take()).paths).toEqual(['closed/file']);
  });

  it('reads content again only where something changed, even if times were set back', async () => {
    writeFileSync(at('same'), '1');
    writeFileSync(at('changed'), '1');
    const first = await takeSnapshot(folder, new Map());
    const { atime, mtime } = statSync(at('changed'));
    writeFileSync(at('changed'), '2');
    utimesSync(at('changed'), atime, mtime);
    const marked = new Map(
      [...first.files].map(([name, each]) => [name, { ...each, hash: `known ${name}` }]),
    );
    const { files } = await takeSnapshot(folder, marked);
    expect(files.get('same')?.hash).toBe('known same');
    expect(files.get('changed')?.hash).toMatch(/^d4735e3a/);
  });

  it('keeps both names of a file that has two', async () => {
    writeFileSync(at('a'), '1');
    linkSync(at('a'), at('b'));
    expect((await take()).paths).toEqual(['a', 'b']);
  });
});

describe('removing', () => {
  it('removes what is too deep, closed, or no text, and nothing behind links', async () => {
    execFileSync('bash', [
      '-c',
      `cd '${folder}'; ln -s ../.. up; mkdir closed; touch closed/a $'\\xff'; mkdir $'\\xfe'; touch $'\\xfe'/a; chmod 0 closed;
       d=$(printf 'd%.0s' $(seq 100)); for i in $(seq 100); do mkdir $d; cd $d; done; echo 1 > file`,
    ]);
    await removeTree(path.dirname(folder));
    expect(readdirSync(outside)).toEqual(['secret']);
    await removeTree(folder);
    expect(existsSync(path.join(outside, 'secret'))).toBe(true);
  });
});
