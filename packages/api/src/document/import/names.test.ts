import { describe, expect, it } from 'vitest';
import { partsOf, pathFrom, stemOf, titleFrom, titleOfName } from './names.ts';

describe('paths in an archive', () => {
  it('are folders and a file, or ignored', () => {
    expect(partsOf('a/b c.md')).toEqual(['a', 'b c.md']);
    expect(partsOf('./a//b.md')).toEqual(['a', 'b.md']);
    // Written apart by one system, as one sign by the other.
    expect(partsOf('cafe\u0301.md')).toEqual(['caf\u00e9.md']);
    for (const name of ['a/', '.DS_Store', '__MACOSX/a.md', 'a/.git/x.md', 'Thumbs.db'])
      expect(partsOf(name), name).toBeNull();
  });

  it.each(['../a.md', 'a/../../b.md', '/a.md', 'c:/a.md', 'a\\b.md', 'a\0.md', 'a'.repeat(1_001)])(
    'never escape the archive: %j',
    (name) => expect(() => partsOf(name)).toThrow('archiveUnsafe'),
  );

  it('become titles', () => {
    expect(stemOf('Plan v1.2.md')).toBe('Plan v1.2');
    expect(titleOfName('Plan 0123456789abcdef0123456789abcdef')).toBe('Plan');
    expect(titleFrom('  two\n lines\u202E ')).toBe('two lines');
    expect([...titleFrom('🚀'.repeat(100))].length).toBe(40);
    expect(titleFrom('\u200b')).toBe('');
  });

  it('are resolved relative to the linking file', () => {
    expect(pathFrom(['a', 'b'], '../c%20d.md#x?y')).toBe('a/c d.md');
    expect(pathFrom(['a'], './x.png')).toBe('a/x.png');
    expect(pathFrom(['a'], '/x.png')).toBe('x.png');
    expect(pathFrom(['a'], '100%.png')).toBe('a/100%.png');
    for (const address of ['../../x', 'https://a.test/x', '//a.test/x', '#x', 'mailto:a@b.c', ''])
      expect(pathFrom(['a'], address), address).toBeNull();
  });
});
