import type { Discussion } from '@tandem/shared/discussion/schema';
import type { DocumentLiveEvent } from '@tandem/shared/live/events';
import { describe, expect, it } from 'vitest';
import { inOrder, placesIn } from '../../features/discussion/places.ts';
import type { DiscussionPort } from './port.ts';
import { DiscussionStore } from './store.ts';

function discussion(over: Partial<Discussion> & Pick<Discussion, 'id'>): Discussion {
  return {
    documentId: 'document',
    blockId: null,
    quote: '',
    creator: null,
    resolvedAt: null,
    resolver: null,
    comments: [],
    revision: 1,
    createdAt: new Date(0),
    abilities: { reply: true, resolve: true, remove: true },
    ...over,
  };
}

function followed() {
  const asked: unknown[] = [];
  let tell: (event: DocumentLiveEvent) => void = () => {};
  const port = {
    watch(input, { onEvent }) {
      asked.push(input);
      tell = onEvent;
      return () => asked.push('stopped');
    },
  } as Partial<DiscussionPort> as DiscussionPort;
  const store = new DiscussionStore('document', port);
  const ids = () => [...store.state.getState().discussions.values()].map(({ id, revision }) => id + revision);
  const event = (
    revision: number,
    discussions: Discussion[],
    rest: { reset?: boolean; removed?: string[] } = {},
  ) => tell({ type: 'discussions', revision, reset: false, removed: [], discussions, ...rest });
  return { store, asked, ids, event };
}

describe('the discussion store of a document', () => {
  it('keeps the newest copy of each, in whatever order they arrive', () => {
    const { store, ids, event } = followed();
    store.open();
    event(2, [discussion({ id: 'a', revision: 1 }), discussion({ id: 'b', revision: 2 })], { reset: true });
    store.apply({ discussions: [discussion({ id: 'a', revision: 4 })], removed: [] });
    event(3, [discussion({ id: 'a', revision: 3 }), discussion({ id: 'c', revision: 3 })]);
    expect(ids()).toEqual(['a4', 'b2', 'c3']);
    event(5, [], { removed: ['b'] });
    expect(ids()).toEqual(['a4', 'c3']);
    event(6, [discussion({ id: 'c', revision: 3 })], { reset: true });
    expect(ids()).toEqual(['c3']);
  });

  it('takes the focus once per request', () => {
    const { store } = followed();
    store.focus('a', 'text');
    const first = store.state.getState().focused?.n ?? 0;
    expect([store.arrives(first), store.arrives(first)]).toEqual([true, false]);
    store.focus('a', 'text');
    expect(store.arrives(store.state.getState().focused?.n ?? 0)).toBe(true);
  });

  it('applies rights that changed without the discussion', () => {
    const { store, event } = followed();
    store.open();
    event(1, [discussion({ id: 'a' })], { reset: true });
    const abilities = { reply: false, resolve: false, remove: false };
    event(1, [discussion({ id: 'a', abilities })], { reset: true });
    expect(store.state.getState().discussions.get('a')?.abilities).toEqual(abilities);
  });

  it('shares one subscription among all views, and resumes from its revision', () => {
    const { store, asked, event } = followed();
    const first = store.open();
    const second = store.open();
    event(7, [discussion({ id: 'a' })], { reset: true });
    first();
    second();
    store.open();
    expect(asked).toEqual([{ documentId: 'document' }, 'stopped', { documentId: 'document', revision: 7 }]);
    expect(store.state.getState().phase).toBe('ready');
  });

  it('sorts by the order of their words; those without an anchor follow by age', () => {
    const page = document.createElement('div');
    page.innerHTML =
      '<p><span data-bn-thread-id="two">x</span></p><p><span data-bn-thread-id="one">y' +
      '<span data-bn-thread-id="two">z</span></span></p>';
    const all = ['old', 'one', 'two', 'new'].map((id, n) => discussion({ id, createdAt: new Date(n) }));
    expect(inOrder(all, placesIn(page)).map(({ id }) => id)).toEqual(['two', 'one', 'old', 'new']);
  });
});
