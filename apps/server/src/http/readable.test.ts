import { describe, expect, it } from 'vitest';
import { escaped, escapedJson, readableLines } from './readable.ts';

function shown(entry: object): string {
  let text = '';
  readableLines({ write: (line) => (text += line) }).write(
    JSON.stringify({ level: 'warn', time: 0, ...entry }),
  );
  return text;
}

const attack = 'red\u001b[31m\u009b2J\r\n12:00:00 fake line\u202e\u2028\u0007';

describe('a log line for a terminal', () => {
  it('contains no control sequence, wherever a stranger put it', () => {
    const err = { type: 'Error', message: attack, stack: `Error: ${attack}\n    at ours (file.ts:1:1)` };
    for (const entry of [
      { msg: attack },
      { msg: 'x', name: attack },
      { msg: 'x', deep: { name: attack } },
      { msg: 'x', err },
    ]) {
      const text = shown(entry);
      expect(text.slice(0, -1), JSON.stringify(entry)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}]/u);
      expect(text).not.toMatch(/^12:00:00 fake/m);
    }
  });

  it('keeps the stack frames of an error on their own lines', () => {
    const text = shown({
      msg: 'x',
      err: { type: 'Error', message: 'a\nb', stack: 'Error: a\nb\n    at ours (file.ts:1:1)' },
    });
    expect(text.split('\n').slice(1)).toEqual(['Error: a\\nb', '    at ours (file.ts:1:1)', '']);
  });

  it('is still the same JSON after control characters are escaped', () => {
    const line = escapedJson(JSON.stringify({ msg: attack }));
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
    expect(JSON.parse(line)).toEqual({ msg: attack });
  });

  it('leaves text of any script alone', () => {
    expect(escaped('Zoë 表格 🎉')).toBe('Zoë 表格 🎉');
  });
});
