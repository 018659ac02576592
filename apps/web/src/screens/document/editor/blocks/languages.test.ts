import { expect, it } from 'vitest';
import { languageNames, languageOf } from './languages.ts';

it.each(['ts', 'js', 'py', 'sh', 'yml', 'c++', 'TS'])('resolves %s', (name) => {
  expect(languageNames).toHaveProperty([languageOf(name)]);
});

it.each(['typescript', 'brainfuck', 'constructor', ''])('leaves %j unchanged', (name) => {
  expect(languageOf(name)).toBe(name);
});
