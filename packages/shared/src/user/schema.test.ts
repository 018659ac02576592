import { describe, expect, it } from 'vitest';
import { displayNameSchema } from './schema.ts';

describe('a name', () => {
  it.each(['Ada', 'Ada Lovelace', '李雷', 'مريم', 'नमस्ते', 'Zoë 🦊', '👩‍💻 Team', 'a'.repeat(80)])(
    'may be %s',
    (name) => {
      expect(displayNameSchema.parse(` ${name} `)).toBe(name);
    },
  );
  it.each([
    ['empty', ''],
    ['spaces', '  \u3000 '],
    ['nothing to see', '\u200B\u2060'],
    ['a line break', 'a\nb'],
    ['a NUL', 'a\0b'],
    ['a mark that turns the writing', 'Ada\u202Egpj.exe'],
    ['an isolate', '\u2066Ada\u2069'],
    ['too long', 'a'.repeat(81)],
  ])('may not be %s', (_label, name) => {
    expect(displayNameSchema.safeParse(name).success).toBe(false);
  });
});
