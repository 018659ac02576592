import { expect, it } from 'vitest';
import { subjectLine } from './subject.ts';

/** Decodes a subject as a mail program does. */
const read = (header: string) =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/g, (_whole, text: string) => Buffer.from(text, 'base64').toString());

it('leaves plain words unchanged', () => {
  expect(subjectLine('Ada invites you to Ünïcode 团队')).toBe('Ada invites you to Ünïcode 团队');
});

it.each([
  '=?utf-8?B?QmFuayBvZiBFbmdsYW5k?= invites you',
  '=?utf-8?Q?Bank?=',
  'a =?iso-8859-1?q?=A3?= b',
  `${'团队'.repeat(60)} =?utf-8?B?eA==?=`,
  '=?',
])('encodes %s so that it is read as written', (subject) => {
  const header = subjectLine(subject);
  expect(read(header)).toBe(subject);
  for (const word of header.split(' ')) {
    expect(word).toMatch(/^=\?UTF-8\?B\?[\w+/=]+\?=$/);
    expect(word.length).toBeLessThanOrEqual(75);
  }
});

it.each([
  ['Ada\r\nBcc: eve@example.com', 'Ada Bcc: eve@example.com'],
  ['Ada\u2028\u2029\u0085Eve', 'Ada Eve'],
  ['Ada \u202Egro.elpmaxe\u202C \u2066x\u2069', 'Ada gro.elpmaxe x'],
  ['\u0000Ada\u0007', 'Ada'],
  ['\ud800Ada', '\ufffdAda'],
])('is one line without direction overrides: %j', (subject, line) => {
  expect(subjectLine(subject)).toBe(line);
});
