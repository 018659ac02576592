import { expect, it } from 'vitest';
import { subjectLine } from './subject.ts';

/** What a mail program makes of a subject. */
const read = (header: string) =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/g, (_whole, text: string) => Buffer.from(text, 'base64').toString());

it('leaves plain words as they are', () => {
  expect(subjectLine('Ada invites you to Ünïcode 团队')).toBe('Ada invites you to Ünïcode 团队');
});

it.each([
  '=?utf-8?B?QmFuayBvZiBFbmdsYW5k?= invites you',
  '=?utf-8?Q?Bank?=',
  'a =?iso-8859-1?q?=A3?= b',
  `${'团队'.repeat(60)} =?utf-8?B?eA==?=`,
  '=?',
])('has %s read as it was written', (subject) => {
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
])('is one line that cannot turn around: %j', (subject, line) => {
  expect(subjectLine(subject)).toBe(line);
});
