import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { toast } from './toasts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('C27: queries', () => {
  it('C27: a failed one is not retried', async () => {
    const queryFn = vi.fn().mockRejectedValue(new Error('no'));
    await expect(createQueryClient().fetchQuery({ queryKey: ['a'], queryFn })).rejects.toThrow('no');
    expect(queryFn).toHaveBeenCalledTimes(1);
  });

  it('C27: it is fetched again when mounted again, not on focus or reconnect, and never polled', async () => {
    vi.useFakeTimers();
    const client = createQueryClient();
    client.mount();
    const queryFn = vi.fn().mockResolvedValue(1);
    const observe = () => new QueryObserver(client, { queryKey: ['a'], queryFn }).subscribe(() => {});
    const stop = observe();
    await vi.advanceTimersByTimeAsync(0);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queryFn).toHaveBeenCalledTimes(1);
    stop();
    const stopAgain = observe();
    await vi.advanceTimersByTimeAsync(0);
    expect(queryFn).toHaveBeenCalledTimes(2);
    stopAgain();
    focusManager.setFocused(undefined);
    client.unmount();
  });

  it('C27: an unused one is dropped after 5 minutes', async () => {
    vi.useFakeTimers();
    const client = createQueryClient();
    await client.fetchQuery({ queryKey: ['a'], queryFn: () => 1 });
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    expect(client.getQueryData(['a'])).toBe(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(client.getQueryData(['a'])).toBeUndefined();
  });
});

describe('a query that is invalidated while it is fetched for the first time', () => {
  it('is fetched anew, and whoever waits gets the answer from after the change', async () => {
    const client = createQueryClient();
    let stored = 'before';
    let answerFirst = () => {};
    const queryFn = vi.fn(() => {
      const read = stored;
      return queryFn.mock.calls.length === 1
        ? new Promise<string>((resolve) => {
            answerFirst = () => resolve(read);
          })
        : Promise.resolve(read);
    });
    const observer = new QueryObserver(client, { queryKey: ['a'], queryFn });
    const stop = observer.subscribe(() => {});
    const waiting = client.fetchQuery({ queryKey: ['a'], queryFn });
    stored = 'after';
    await client.invalidateQueries({ queryKey: ['a'] });
    answerFirst();
    expect(await waiting).toBe('after');
    expect(observer.getCurrentResult().data).toBe('after');
    expect(queryFn).toHaveBeenCalledTimes(2);
    stop();
  });

  it('is fetched once where nobody shows it', async () => {
    const client = createQueryClient();
    const queryFn = vi.fn(() => Promise.resolve('answer'));
    const waiting = client.fetchQuery({ queryKey: ['a'], queryFn });
    await client.invalidateQueries({ queryKey: ['a'] });
    expect(await waiting).toBe('answer');
    expect(queryFn).toHaveBeenCalledTimes(1);
  });
});

describe('mutations', () => {
  async function mutate(error: Error) {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const shown = vi.spyOn(toast, 'error').mockReturnValue('id');
    const client = createQueryClient();
    const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(error) });
    await mutation.execute(undefined).catch(() => {});
    return shown.mock.calls.map(([text]) => text);
  }

  it('C15: the mutation cache only logs a failure', async () => {
    expect(await mutate(new Error('No.'))).toEqual([]);
    expect(console.error).toHaveBeenCalled();
  });

  it('C16: but a failure that contains "limit" shows the sentence for limits', async () => {
    expect(await mutate(new Error('over the LIMIT'))).toEqual([
      'Rate limit exceeded. Please try again later.',
    ]);
  });
});
