import { describe, expect, it } from 'vitest';
import { contentDisposition } from './disposition.ts';

describe('the download name', () => {
  it.each([
    ['notes.md', 'attachment; filename=notes.md'],
    ['计划 é.md', `attachment; filename="__ _.md"; filename*=UTF-8''%E8%AE%A1%E5%88%92%20%C3%A9.md`],
    [`it's (1)*.md`, `attachment; filename="it's (1)_.md"`],
    ['a"\r\nx: y/..\\b.md', 'attachment; filename="a_x_ y_.._b.md"'],
    ['100%.md', `attachment; filename=100_.md; filename*=UTF-8''100%25.md`],
    ['photo\u202Egnp.exe', 'attachment; filename=photo_gnp.exe'],
    ['half\uD83D.md', `attachment; filename=half_.md; filename*=UTF-8''half%EF%BF%BD.md`],
    ['👩‍🚀.png', `attachment; filename=___.png; filename*=UTF-8''%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80.png`],
  ])('of %j', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });
});
