import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntries, encodeEntries } from './encode.ts';
import { changesBetween, type Entries, type FileEntry, listFolder, Names, withChanges } from './entries.ts';
import { mergeEntries } from './merge.ts';

const file = (content: string, isExecutable = false): FileEntry => ({
  hash: Buffer.from(content).toString('hex').padEnd(64, '0').slice(0, 64),
  size: content.length,
  isExecutable,
  modifiedAt: 1_700_000_000_000,
});
const state = (files: Record<string, string>): Entries =>
  new Map(Object.entries(files).map(([path, content]) => [path, file(content)]));
const anyState = fc
  .dictionary(fc.constantFrom('a', 'b', 'c/d', 'c/e', 'f/g/h', 'i'), fc.constantFrom('1', '2', '3'))
  .map(state);
const paths = (entries: Iterable<{ path: string }>) => [...entries].map(({ path }) => path);

describe('states of a workspace', () => {
  it('become each other by their changes, through their stored form', async () => {
    await fc.assert(
      fc.asyncProperty(anyState, anyState, async (before, after) => {
        const changes = changesBetween(before, after);
        const read = await decodeEntries(await encodeEntries(changes));
        expect(withChanges(before, read)).toEqual(after);
        expect(changes.length === 0).toBe(changesBetween(after, before).length === 0);
      }),
    );
  });

  it('differ by content and by whether files can be run, not by time', () => {
    const was: Entries = new Map([['a', file('1')]]);
    expect(changesBetween(was, new Map([['a', { ...file('1'), modifiedAt: 5 }]]))).toEqual([]);
    expect(paths(changesBetween(was, new Map([['a', file('1', true)]])))).toEqual(['a']);
  });

  it('list a folder with the totals of those in it', () => {
    const entries = state({ 'a/b/c': '123', 'a/b/d': '12', 'a/e': '1', 'ab/x': '1', z: '1' });
    expect(listFolder(entries, '')?.folders).toMatchObject([
      { name: 'a', path: 'a', files: 3, size: 6 },
      { name: 'ab', files: 1 },
    ]);
    expect(listFolder(entries, 'a')).toMatchObject({
      folders: [{ name: 'b', path: 'a/b', files: 2 }],
      files: [{ name: 'e', path: 'a/e' }],
    });
    expect(listFolder(entries, 'a/e')).toBeNull();
    expect(listFolder(entries, 'q')).toBeNull();
    expect(listFolder(new Map(), '')).toEqual({ folders: [], files: [] });
  });

  it('hold no two names that a system without case would confuse', () => {
    const names = new Names(['src/Main.ts', 'README']);
    expect(names.problemWith('src/main.ts')).toMatch(/case/);
    expect(names.problemWith('SRC/other.ts')).toMatch(/case/);
    expect(names.problemWith('readme/a')).toMatch(/is a file/);
    expect(names.problemWith('src')).toBe('is a folder');
    expect(names.problemWith('\uFF32EADME')).toMatch(/case/);
    expect(names.problemWith('src/other.ts')).toBeNull();
  });
});

describe('a merge', () => {
  it('takes what either side changed, and names what both did', () => {
    const base = state({ same: '1', ours: '1', theirs: '1', both: '1', gone: '1', kept: '1', alike: '1' });
    const ours = state({
      same: '1',
      ours: '2',
      theirs: '1',
      both: '2',
      gone: '1',
      kept: '2',
      alike: '3',
      mine: '1',
    });
    const theirs = state({ same: '1', ours: '1', theirs: '2', both: '3', alike: '3', yours: '1' });
    const { entries, conflicts } = mergeEntries(base, ours, theirs);
    expect(entries).toEqual(
      state({ same: '1', ours: '2', theirs: '2', both: '2', kept: '2', alike: '3', mine: '1', yours: '1' }),
    );
    expect(paths(conflicts)).toEqual(['both', 'kept']);
    expect(conflicts[1]).toMatchObject({ base: { size: 1 }, theirs: null });
  });

  it('names a file that cannot stand beside one of the other side', () => {
    const { entries, conflicts } = mergeEntries(
      state({}),
      state({ a: '1', 'x/Y': '1' }),
      state({ 'a/b': '1', 'x/y': '2' }),
    );
    expect([...entries.keys()]).toEqual(['a', 'x/Y']);
    expect(paths(conflicts)).toEqual(['a/b', 'x/y']);
  });

  it('lets a file take the place of a folder that the same side removed', () => {
    const { entries, conflicts } = mergeEntries(
      state({ 'a/b': '1' }),
      state({ 'a/b': '1' }),
      state({ a: '2' }),
    );
    expect(entries).toEqual(state({ a: '2' }));
    expect(conflicts).toEqual([]);
  });

  it('is the other side where one side did nothing, and loses nothing', () => {
    fc.assert(
      fc.property(anyState, anyState, anyState, (base, ours, theirs) => {
        expect(mergeEntries(base, base, theirs)).toEqual({ entries: theirs, conflicts: [] });
        expect(mergeEntries(base, ours, base)).toEqual({ entries: new Map(ours), conflicts: [] });
        const { entries, conflicts } = mergeEntries(base, ours, theirs);
        const disputed = new Set(paths(conflicts));
        for (const { path, after } of changesBetween(base, theirs))
          if (!disputed.has(path)) expect(entries.get(path) ?? null).toEqual(after);
        for (const { path, after } of changesBetween(base, ours))
          expect(entries.get(path) ?? null).toEqual(after);
      }),
    );
  });
});
