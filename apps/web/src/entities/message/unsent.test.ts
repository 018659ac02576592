import { beforeEach, describe, expect, it } from 'vitest';
import { forgetUnsent, personalKey, removeOwnerless } from '../../lib/personal.ts';
import { emptyUser, useSession } from '../../lib/session/session.ts';
import { attachmentsOf } from './composer/attachments.ts';
import { draftOf } from './composer/draft.ts';

const signIn = (id: number) => useSession.setState({ user: { ...emptyUser, id } });
const part = {
  type: 'file' as const,
  mediaType: 'text/plain',
  url: '/api/files/a/content',
  filename: 'a.txt',
  size: 3,
};

beforeEach(() => {
  localStorage.clear();
  signIn(1);
});

describe('an unsent draft', () => {
  it('is hidden from the next person on the same page, and restored for its author', async () => {
    const { store, flush } = draftOf('channel-a');
    await expect.poll(() => store.getState().text).toBe('');
    store.setState({ text: 'for the board only' });
    flush();
    attachmentsOf('channel-a').restore([part]);
    signIn(2);
    expect(draftOf('channel-a').store.getState().text).toBe('');
    expect(attachmentsOf('channel-a').store.getState().items).toEqual([]);
    signIn(1);
    expect(draftOf('channel-a').store.getState().text).toBe('for the board only');
    expect(attachmentsOf('channel-a').store.getState().items).toHaveLength(1);
  });

  it('is forgotten at its author’s sign-out, other people’s are not', async () => {
    const mine = draftOf('channel-b');
    mine.store.setState({ text: 'mine' });
    attachmentsOf('channel-b').restore([part]);
    // Written in an earlier visit.
    localStorage.setItem(personalKey('draft', 'channel-c'), '"earlier"');
    localStorage.setItem(personalKey('outbox', 'channel-b'), '[]');
    localStorage.setItem(personalKey('draft', 'channel-b', 2), '"of another"');
    localStorage.setItem(personalKey('draft', 'channel-b', 11), '"of a third"');
    localStorage.setItem('document:1:x', 'words');
    await forgetUnsent(1);
    mine.flush();
    expect(Object.keys(localStorage).sort()).toEqual([
      'document:1:x',
      'draft:11:channel-b',
      'draft:2:channel-b',
      'outbox:1:channel-b',
    ]);
    expect(draftOf('channel-b').store.getState().text).toBe('');
    expect(attachmentsOf('channel-b').store.getState().items).toEqual([]);
  });

  it('is forgotten in the author’s other tabs too', async () => {
    const mine = draftOf('channel-d');
    mine.store.setState({ text: 'in another tab' });
    signIn(2);
    const others = draftOf('channel-d');
    others.store.setState({ text: 'of another' });
    const tab = new BroadcastChannel('signed-out');
    tab.postMessage(1);
    await expect.poll(() => mine.store.getState().text).toBe('');
    expect(others.store.getState().text).toBe('of another');
    tab.close();
  });

  it('is removed where an earlier release did not record its author', async () => {
    for (const key of [
      'draft:2b1d',
      'draft-files:2b1d',
      'outbox:2b1d',
      'draft:7:2b1d',
      'outbox:7:2b1d',
      'theme',
    ])
      localStorage.setItem(key, '"x"');
    await removeOwnerless();
    expect(Object.keys(localStorage).sort()).toEqual(['draft:7:2b1d', 'outbox:7:2b1d', 'theme']);
  });
});
