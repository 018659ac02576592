import { expect, it } from 'vitest';
import { plainName } from './plain-name.ts';

it('leaves ordinary names unchanged', () => {
  expect(plainName('Dr. Ann O’Neil <ann>')).toBe('Dr. Ann O’Neil <ann>');
});

it('prevents mail programs from linking a name', () => {
  const name = plainName('https://evil.example/login now\r\nBcc: you@evil.example');
  expect(name).not.toMatch(/:\/\/|\w\.\w|\w@\w|[\r\n]/);
  expect(name.replaceAll('\u2060', '')).toBe('https://evil.example/login now Bcc: you@evil.example');
});

it('bounds names', () => {
  expect(plainName('x'.repeat(500))).toHaveLength(120);
});
