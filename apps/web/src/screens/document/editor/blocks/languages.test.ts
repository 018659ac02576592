import { expect, it } from 'vitest';
import { languageNames, languageOf } from './languages.ts';

it.each(['ts', 'js', 'py', 'sh', 'yml', 'c++', 'TS'])('knows what %s stands for', (name) => {
  expect(languageNames).toHaveProperty([languageOf(name)]);
});

it.each(['typescript', 'brainfuck', 'constructor', ''])('leaves %j as it is', (name) => {
  expect(languageOf(name)).toBe(name);
});
