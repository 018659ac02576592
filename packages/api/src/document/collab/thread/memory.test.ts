import { describe, expect, it, vi } from 'vitest';
import { Memory, NoRoom, type Resident } from './memory.ts';
import type { ThreadLimits } from './messages.ts';

const MB = 1024 * 1024;

/** A thread with room for 100 MB of documents, and those that are open in it. */
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
  /** Opens a document that takes so many megabytes. */
  const admit = (userId: number, weight: number) =>
    memory.admit({ documentId: `${weight}`, userId, bytes: (weight * MB) / 16 });
  return { memory, residents, unload, admit };
}

describe('the room for open documents', () => {
  it('is given while there is some, also to those that are about to be open', async () => {
    const { admit } = begin({ a: { weight: 30 } });
    const kept = await admit(2, 40);
    await expect(admit(3, 40)).rejects.toThrow(NoRoom);
    const waiting = admit(3, 40);
    expect(kept(null)).toBe(true);
    await waiting;
  });

  it('is made by those in which nobody wrote for longest, and by no more of them than have to', async () => {
    const { admit, unload } = begin({
      old: { weight: 30, idleMs: 3_000 },
      oldest: { weight: 30, idleMs: 4_000 },
      storing: { weight: 10, idleMs: 5_000, isBusy: true },
      used: { weight: 10 },
    });
    await admit(2, 30);
    expect(unload.mock.calls).toEqual([['oldest']]);
  });

  it('is not made where that would not suffice', async () => {
    const { admit, unload } = begin({ old: { weight: 30, idleMs: 3_000 }, used: { weight: 60 } });
    await expect(admit(2, 40)).rejects.toThrow(NoRoom);
    expect(unload).not.toHaveBeenCalled();
  });

  it('is there for a small one while large ones wait, and for one that is alone, however large', async () => {
    const full = begin({ a: { weight: 85 } });
    const large = full.admit(2, 10);
    await full.admit(3, 5);
    await expect(large).rejects.toThrow(NoRoom);
    await begin({}).admit(2, 500);
  });

  it('is not filled by one person beyond half of it, with what nobody else reads', async () => {
    const { admit, residents } = begin({ a: { weight: 30, readers: [2] } });
    await expect(admit(2, 30)).rejects.toThrow(NoRoom);
    await admit(3, 30);
    residents.get('a')?.readers.add(4);
    await admit(2, 20);
  });

  it('is not there for one that turns out to take more, which is remembered', async () => {
    const { admit } = begin({ a: { weight: 60 } });
    const kept = await admit(2, 10);
    expect(kept({ id: '10', weight: 50 * MB, usedAt: 0, isBusy: false })).toBe(false);
    await expect(admit(2, 10)).rejects.toThrow(NoRoom);
  });

  it('is what an open document may grow into', () => {
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
