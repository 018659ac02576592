import { afterEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, Chunk, forgetFailedChunks, loadChunk } from './chunk.ts';

afterEach(() => vi.useRealTimers());

describe('C25: chunks', () => {
  it('C25: a failure reads "Loading chunk {id} failed"', async () => {
    await expect(loadChunk('home', () => Promise.reject(new Error('net')))).rejects.toThrow(
      'Loading chunk home failed',
    );
  });

  it('C25: the timeout is 120000 ms', async () => {
    vi.useFakeTimers();
    const outcome = loadChunk('slow', () => new Promise(() => {})).catch((error: unknown) => error);
    let settled = false;
    void outcome.then(() => {
      settled = true;
    });
    expect(CHUNK_TIMEOUT_MS).toBe(120_000);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toHaveProperty('message', 'Loading chunk slow failed');
  });

  it('C25: a failure stays until it is retried, then the chunk is requested again', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('net')).mockResolvedValueOnce('part');
    const chunk = new Chunk('part', load);
    await expect(chunk.read()).rejects.toThrow('Loading chunk part failed');
    await expect(chunk.read()).rejects.toThrow();
    expect(load).toHaveBeenCalledTimes(1);
    forgetFailedChunks();
    expect(await chunk.read()).toBe('part');
    expect(await chunk.read()).toBe('part');
    expect(load).toHaveBeenCalledTimes(2);
  });
});
