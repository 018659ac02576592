import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bringIn } from './jump.ts';
import type { MessagePort } from './port.ts';
import { createMessageStore, type MessageStore } from './store.ts';
import { message, page } from './testing/factory.ts';

let store: MessageStore;
let length: number;
const list = vi.fn<MessagePort['list']>();
const watch = vi.fn<MessagePort['watch']>(() => () => {});
const never = new AbortController().signal;

beforeEach(() => {
  list.mockReset();
  list.mockImplementation(async ({ before = length + 1, limit = 40 }) => {
    const from = Math.max(1, before - limit);
    const seqs = Array.from({ length: before - from }, (_, i) => from + i);
    return page(
      seqs.map((seq) => message({ id: `m${seq}`, seq })),
      { hasMore: from > 1 },
    );
  });
  watch.mockClear();
  const port = { list, watch } as unknown as MessagePort;
  store = createMessageStore('channel', port);
});

const held = () => store.state.getState().order;

describe('bringIn', () => {
  it('loads back to the message and keeps everything after it', async () => {
    length = 500;
    store.open();
    expect(await bringIn(store, 'm130', never)).toBe('here');
    expect(held()[0]).toBe('m61');
    expect(held()).toHaveLength(440);
    expect(list).toHaveBeenCalledTimes(5);
  });

  it('loads nothing for a message that is loaded', async () => {
    length = 30;
    store.open();
    expect(await bringIn(store, 'm3', never)).toBe('here');
    expect(list).toHaveBeenCalledTimes(1);
  });

  it('reports a missing message once everything is loaded', async () => {
    length = 200;
    store.open();
    expect(await bringIn(store, 'other', never)).toBe('gone');
    expect(held()).toHaveLength(200);
  });

  it('gives up far back', async () => {
    length = 100_000;
    store.open();
    expect(await bringIn(store, 'm1', never)).toBe('far');
    expect(held()).toHaveLength(6_040);
  });

  it('ends when a page fails, and can be retried', async () => {
    length = 300;
    store.open();
    await bringIn(store, 'm300', never);
    list.mockRejectedValueOnce(new Error('away'));
    expect(await bringIn(store, 'm1', never)).toBe('failed');
    expect(await bringIn(store, 'm1', never)).toBe('here');
  });

  it('waits for a page already being loaded', async () => {
    length = 300;
    store.open();
    await bringIn(store, 'm300', never);
    void store.loadOlder();
    expect(await bringIn(store, 'm230', never)).toBe('here');
    expect(list).toHaveBeenCalledTimes(2);
  });

  it('waits for the news of a channel visited before', async () => {
    length = 30;
    const leave = store.open();
    await bringIn(store, 'm30', never);
    leave();
    store.open();
    const arrival = bringIn(store, 'm31', never);
    watch.mock.lastCall?.[1].onEvent({
      type: 'messages',
      revision: 2,
      reset: false,
      messages: [message({ id: 'm31', seq: 31 })],
      removed: [],
    });
    expect(await arrival).toBe('here');
    expect(list).toHaveBeenCalledTimes(1);
  });

  it('ends when the reader navigated away', async () => {
    length = 100_000;
    store.open();
    const leaving = new AbortController();
    const arrival = bringIn(store, 'm1', leaving.signal);
    leaving.abort();
    expect(await arrival).toBeNull();
    expect(list.mock.calls.length).toBeLessThan(3);
  });
});
