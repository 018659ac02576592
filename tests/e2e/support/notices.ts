import type { Page } from '@playwright/test';
import type { Notice, NoticePage } from '@tandem/shared/notice/schema';
import superjson from 'superjson';
import { words } from './words.ts';

/** The button with the bell, however many notices are unread. */
export function bell(page: Page, language = 'en') {
  const none = words('notice:bell.none', {}, language);
  const some = words('notice:bell.unread_other', { shown: '4' }, language);
  return page.getByRole('button', { name: none, exact: true }).or(page.getByRole('button', { name: some }));
}

/** Answers with one notice of each kind, of today and before. */
export async function withNoticesOfEachKind(page: Page): Promise<void> {
  const hour = 3_600_000;
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * hour);
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const common = {
    team: { id: id(8), name: 'Northwind' },
    actor: { id: 7, name: 'Grace Hopper', avatar: '' },
    app: { id: id(9), name: 'Product', type: 'chat' },
    channel: { id: id(7), name: 'Spring launch' },
    messageId: null,
    invitationId: null,
    discussionId: null,
    blockId: null,
    excerpt: '',
    readAt: null,
  } satisfies Partial<Notice>;
  const excerpt =
    '@Olive Owner could you look at the numbers before Thursday? The second table still misses the costs…';
  const list: Notice[] = [
    { ...common, id: id(1), kind: 'mention', excerpt, createdAt: at(0) },
    { ...common, id: id(2), kind: 'turn', actor: null, createdAt: at(0.2) },
    { ...common, id: id(3), kind: 'share', channel: null, createdAt: at(30) },
    { ...common, id: id(4), kind: 'invitation', app: null, channel: null, createdAt: at(50) },
    {
      ...common,
      id: id(5),
      kind: 'mention',
      actor: { id: 8, name: 'Alan Turing', avatar: '' },
      excerpt: 'Agreed, @Olive Owner.',
      readAt: at(60),
      createdAt: at(75),
    },
  ];
  const answer: NoticePage = { list, hasMore: false, unread: 4 };
  await page.route('**/api/notice.list?*', (route) =>
    route.fulfill({ json: [{ result: { data: superjson.serialize(answer) } }] }),
  );
}
