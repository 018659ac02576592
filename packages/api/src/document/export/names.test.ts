import { describe, expect, it } from 'vitest';
import { FolderNames } from './names.ts';

describe('names of exported files', () => {
  it('are unique, however a system treats case and accents', () => {
    const names = new FolderNames(['files']);
    expect(names.take('Plan')).toBe('Plan');
    expect(names.take('plan')).toBe('plan (2)');
    expect(names.take('Files')).toBe('Files (2)');
    expect(names.take('caf\u00e9')).toBe('caf\u00e9');
    expect(names.take('cafe\u0301')).toBe('caf\u00e9 (2)');
    expect(names.take('cat', '.png')).toBe('cat.png');
    expect(names.take('cat', '.png')).toBe('cat (2).png');
  });

  it.each([
    ['a/b\\c', 'a-b-c'],
    ['what? "this": <no>|*', 'what this no'],
    ['..', 'file'],
    ['ends. ', 'ends'],
    ['v1.2', 'v1.2'],
    ['LPT1', 'LPT1_'],
    ['\u202Egnp.exe', 'gnp.exe'],
  ])('%j is saved as %j', (title, name) => expect(new FolderNames().take(title)).toBe(name));

  it('are short enough for every system', () => {
    expect(Buffer.byteLength(new FolderNames().take('名'.repeat(90)))).toBeLessThanOrEqual(200);
  });
});
