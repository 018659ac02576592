import { describe, expect, it } from 'vitest';
import { SharedWork } from './shared-work.ts';

/** Work that ends when told to, and counts how often it was begun. */
function heldWork() {
  const ends: (() => void)[] = [];
  const work = () => {
    const n = ends.length + 1;
    return new Promise<number>((resolve) => ends.push(() => resolve(n)));
  };
  return { ends, work };
}

describe('shared work', () => {
  it('is done once more for all who ask while it is being done', async () => {
    const shared = new SharedWork<number>();
    const { ends, work } = heldWork();
    const first = shared.do('a', work);
    const later = [shared.do('a', work), shared.do('a', work)];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    expect(await Promise.all(later)).toEqual([2, 2]);
  });

  it('fails for those who share it, and is tried again for others', async () => {
    const shared = new SharedWork<number>();
    await expect(shared.do('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await shared.do('a', async () => 7)).toBe(7);
  });

  it('of another key does not wait', async () => {
    const shared = new SharedWork<number>();
    const { ends, work } = heldWork();
    const held = shared.do('a', work);
    expect(await shared.do('b', async () => 1)).toBe(1);
    ends[0]?.();
    expect(await held).toBe(1);
  });
});
