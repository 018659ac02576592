import { describe, expect, it, vi } from 'vitest';
import { Memory, OutOfMemory, type Resident } from './memory.ts';
import type { ThreadLimits } from './messages.ts';

const MB = 1024 * 1024;

/** A thread with 100 MB for documents, and its open ones. */
function begin(
  open: Record<string, { weight: number; readers?: number[]; idleMs?: number; isBusy?: boolean }>,
) {
  const limits = { openBytes: 100 * MB, idleMs: 1_000, waitMs: 50 } as ThreadLimits;
  const residents = new Map<string, Resident & { readers: Set<number> }>();
  for (const [id, { weight, readers = [1], idleMs = 0, isBusy = false }] of Object.entries(open)) {
    const usedAt = performance.now() - idleMs;
    residents.set(id, { id, weight: weight * MB, readers: new Set(readers), usedAt, isBusy });
  }
  const unload = vi.fn((id: string) => {
    residents.delete(id);
  });
  const readersOf = (id: string) => residents.get(id)?.readers ?? new Set<number>();
  const memory = new Memory({ residents: () => residents.values(), readersOf, unload }, limits);
  /** Opens a document of this many megabytes. */
  const admit = (userId: number, weight: number) =>
    memory.admit({ documentId: `${weight}`, userId, bytes: (weight * MB) / 16 });
  return { memory, residents, unload, admit };
}

describe('the memory budget of open documents', () => {
  it('is granted while available, also to documents being opened', async () => {
    const { admit } = begin({ a: { weight: 30 } });
    const kept = await admit(2, 40);
    await expect(admit(3, 40)).rejects.toThrow(OutOfMemory);
    const waiting = admit(3, 40);
    expect(kept(null)).toBe(true);
    await waiting;
  });

  it('is freed by closing the documents idle for longest, and no more than needed', async () => {
    const { admit, unload } = begin({
      old: { weight: 30, idleMs: 3_000 },
      oldest: { weight: 30, idleMs: 4_000 },
      storing: { weight: 10, idleMs: 5_000, isBusy: true },
      used: { weight: 10 },
    });
    await admit(2, 30);
    expect(unload.mock.calls).toEqual([['oldest']]);
  });

  it('is not freed where that would not suffice', async () => {
    const { admit, unload } = begin({ old: { weight: 30, idleMs: 3_000 }, used: { weight: 60 } });
    await expect(admit(2, 40)).rejects.toThrow(OutOfMemory);
    expect(unload).not.toHaveBeenCalled();
  });

  it('admits a small document while large ones wait, and a single one of any size', async () => {
    const full = begin({ a: { weight: 85 } });
    const large = full.admit(2, 10);
    await full.admit(3, 5);
    await expect(large).rejects.toThrow(OutOfMemory);
    await begin({}).admit(2, 500);
  });

  it('is limited for one person to half, for documents that nobody else reads', async () => {
    const { admit, residents } = begin({ a: { weight: 30, readers: [2] } });
    await expect(admit(2, 30)).rejects.toThrow(OutOfMemory);
    await admit(3, 30);
    residents.get('a')?.readers.add(4);
    await admit(2, 20);
  });

  it('refuses a document that turns out larger, and remembers its size', async () => {
    const { admit } = begin({ a: { weight: 60 } });
    const kept = await admit(2, 10);
    expect(kept({ id: '10', weight: 50 * MB, usedAt: 0, isBusy: false })).toBe(false);
    await expect(admit(2, 10)).rejects.toThrow(OutOfMemory);
  });

  it('lets an open document grow', () => {
    const { memory, residents, unload } = begin({
      a: { weight: 60 },
      b: { weight: 20 },
      idle: { weight: 5, idleMs: 2_000 },
    });
    const a = residents.get('a') as Resident;
    expect(memory.mayGrow(a, 5 * MB)).toBe(true);
    expect(unload).not.toHaveBeenCalled();
    expect(memory.mayGrow(a, 20 * MB)).toBe(false);
    expect(memory.mayGrow(a, 7 * MB)).toBe(true);
    expect(unload.mock.calls).toEqual([['idle']]);
  });
});
