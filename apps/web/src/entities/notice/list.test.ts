import { addressOfNotice } from '@tandem/shared/notice/address';
import type { Notice } from '@tandem/shared/notice/schema';
import { describe, expect, it } from 'vitest';
import { badgeOf, byDay, noNotices, withNotice, withPage, withRead } from './list.ts';

function make(id: string, values: Partial<Notice> = {}): Notice {
  return {
    id,
    kind: 'mention',
    team: { id: 'team', name: 'Acme' },
    actor: null,
    app: { id: 'app', name: 'Chat', type: 'chat' },
    channel: { id: 'channel', name: 'Talk' },
    messageId: 'message',
    invitationId: null,
    discussionId: null,
    blockId: null,
    excerpt: '',
    createdAt: new Date(),
    readAt: null,
    ...values,
  };
}
const ids = ({ list }: { list: Notice[] }) => list.map(({ id }) => id);

describe('loaded notifications', () => {
  it('put a new one first, and the same one once', () => {
    const one = withNotice(noNotices, make('a'), 1);
    const two = withNotice(one, make('b'), 2);
    expect(ids(two)).toEqual(['b', 'a']);
    expect(ids(withNotice(two, make('b'), 2))).toEqual(['b', 'a']);
    expect(two.unread).toBe(2);
  });

  it('hold one unread entry per share', () => {
    const share = (id: string, values: Partial<Notice> = {}) => make(id, { kind: 'share', ...values });
    const read = { ...noNotices, list: [share('old', { readAt: new Date() }), share('older'), make('m')] };
    expect(ids(withNotice(read, share('new'), 2))).toEqual(['new', 'old', 'm']);
    const elsewhere = share('other', { channel: { id: 'elsewhere', name: '' } });
    expect(ids(withNotice(read, elsewhere, 3))).toHaveLength(4);
  });

  it('are marked as read by id or all at once, and keep their time', () => {
    const readAt = new Date(2020, 1, 1);
    const held = { ...noNotices, list: [make('a'), make('b'), make('c', { readAt })], unread: 2 };
    const some = withRead(held, ['a', 'c'], 1);
    expect(some.list.map((notice) => notice.readAt !== null)).toEqual([true, false, true]);
    expect(some.list[2]?.readAt).toBe(readAt);
    expect(withRead(held, 'all', 0).list.every((notice) => notice.readAt !== null)).toBe(true);
  });

  it('grow by pages without duplicates', () => {
    const held = { list: [make('a'), make('b')], hasMore: true, unread: 3 };
    const more = withPage(held, { list: [make('b'), make('c')], hasMore: false, unread: 3 });
    expect(ids(more)).toEqual(['a', 'b', 'c']);
    expect(more.hasMore).toBe(false);
  });

  it('are grouped into today and earlier, by the local day', () => {
    const now = new Date(2026, 10, 21, 0, 30);
    const list = [
      make('today', { createdAt: new Date(2026, 10, 21, 0, 5) }),
      make('earlier', { createdAt: new Date(2026, 10, 20, 23, 55) }),
    ];
    expect(byDay(list, now).map((group) => [group.name, ids(group)])).toEqual([
      ['today', ['today']],
      ['earlier', ['earlier']],
    ]);
    expect(byDay([], now)).toEqual([]);
  });
});

it('show up to 99 on a badge', () => {
  expect([1, 99, 100].map(badgeOf)).toEqual(['1', '99', '99+']);
});

it('link as close to their subject as possible', () => {
  expect(addressOfNotice(make('a'))).toBe('/s/app/c/channel?message=message');
  expect(addressOfNotice(make('a', { messageId: null }))).toBe('/s/app/c/channel');
  expect(addressOfNotice(make('a', { messageId: null, channel: null }))).toBe('/s/app');
  expect(addressOfNotice(make('a', { app: null, channel: null }))).toBe('/home');
});
