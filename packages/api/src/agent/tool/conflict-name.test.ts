import { expect, it } from 'vitest';
import { pathProblem } from '../files/path.ts';
import { conflictName } from './conflict-name.ts';

/** The name, if it is found within a sensible number of tries. */
function nameOf(path: string, name: string, taken: readonly string[] = []): string {
  let tries = 0;
  return conflictName(path, name, (each) => {
    tries += 1;
    if (tries > 1_000) throw new Error('It goes on for ever.');
    return pathProblem(each) === null && !taken.includes(each);
  });
}

it('stands beside the file, and counts on where that is taken', () => {
  expect(nameOf('a/notes.md', 'Prices: 2026?')).toBe('a/notes (sub-agent Prices 2026).md');
  expect(nameOf('a/.env', '!')).toBe('a/.env (sub-agent task)');
  const taken = ['a.md', 'a (sub-agent x).md'];
  expect(nameOf('a.md', 'x', taken)).toBe('a (sub-agent x 2).md');
});

it('is found for every title: letters are never cut in halves, and written as files are', () => {
  expect(nameOf('a.md', `a${'𝐀'.repeat(40)}`)).toBe(`a (sub-agent a${'𝐀'.repeat(29)}).md`);
  expect(nameOf('a.md', '\u212B')).toBe('a (sub-agent \u00C5).md');
});

it('is short enough for long files, and keeps their ending', () => {
  const name = nameOf(`${'価'.repeat(80)}.json`, '値'.repeat(80));
  expect(name).toMatch(/^価+ \(sub-agent 値{30}\)\.json$/u);
  expect(Buffer.byteLength(nameOf(`${'x'.repeat(255)}`, 'y'))).toBe(255);
});

it('is at the top where there is no room beside, whatever the file is called', () => {
  const deep = `${'d'.repeat(250)}/`.repeat(3) + 'e'.repeat(240);
  expect(nameOf(`${deep}/a.md`, 'x')).toBe('a (sub-agent x).md');
  expect(nameOf(`${deep}/c:a.md`, 'x')).toContain('(sub-agent)');
});
