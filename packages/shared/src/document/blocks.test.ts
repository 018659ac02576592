import { describe, expect, it } from 'vitest';
import { blocksSchema, isSafeLink, isSafeSource } from './blocks.ts';

const file = '/api/files/0b6e9d2c-6f0a-4c53-9f0e-6a1b2c3d4e5f/content';
const calls = [
  '/api/user/logout',
  '/api/files/../user/logout',
  '/api/files/%2e%2e/user/logout',
  '/api/files/..\\user\\logout',
  '/API/user/logout',
  `${file}/../../../user/logout`,
];

describe('links and pictures of a document', () => {
  it.each(calls)('exclude the call %s', (url) => {
    expect(isSafeSource(url)).toBe(false);
    expect(isSafeLink(url)).toBe(false);
    for (const type of ['image', 'video', 'audio', 'file'])
      expect(blocksSchema.safeParse([{ type, props: { url } }]).success, type).toBe(false);
    const link = { type: 'link', href: url, content: 'minutes' };
    expect(blocksSchema.safeParse([{ type: 'paragraph', content: [link] }]).success).toBe(false);
  });

  it('exclude the full address of a call, where the origin is known', () => {
    const origin = 'https://tandem.example';
    for (const url of calls) {
      expect(isSafeSource(origin + url, origin)).toBe(false);
      expect(isSafeLink(origin + url, origin)).toBe(false);
    }
    expect(isSafeSource('blob:https://tandem.example/1', origin)).toBe(false);
  });

  it.each([file, 'https://example.com/x.png', ''])('include the picture %j', (url) => {
    expect(isSafeSource(url)).toBe(true);
    expect(blocksSchema.safeParse([{ type: 'image', props: { url } }]).success).toBe(true);
  });

  it.each([file, '/note/a/c/b', '#block=x', 'https://example.com', 'mailto:ann@example.com'])(
    'include the link %s',
    (href) => {
      expect(isSafeLink(href)).toBe(true);
    },
  );

  it.each(['javascript:alert(1)', 'name.md', '//evil.test', 'data:text/html,x', ''])(
    'exclude the link %j',
    (href) => {
      expect(isSafeLink(href)).toBe(false);
    },
  );
});
