import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readStored, removeStored, writeStored } from './storage.ts';

let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  localStorage.clear();
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  delete window.desktop;
});

describe('C22: in a browser', () => {
  it('C22: values are kept in localStorage as JSON', async () => {
    await writeStored('k', { a: [1, 'ü'] });
    expect(localStorage.getItem('k')).toBe('{"a":[1,"ü"]}');
    expect(await readStored('k')).toEqual({ a: [1, 'ü'] });
    await removeStored('k');
    expect(localStorage.getItem('k')).toBeNull();
  });

  it('C22: a missing key returns the default, or null', async () => {
    expect(await readStored('none')).toBeNull();
    expect(await readStored('none', 7)).toBe(7);
    expect(logged).not.toHaveBeenCalled();
  });

  it('C22: an unreadable key returns the default and is only logged', async () => {
    localStorage.setItem('k', '{broken');
    expect(await readStored('k', 'x')).toBe('x');
    expect(await readStored('k')).toBeNull();
    expect(logged).toHaveBeenCalledTimes(2);
  });

  it('C22: a write that throws is only logged', async () => {
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new Error('full');
      },
    });
    await expect(writeStored('k', 1)).resolves.toBeUndefined();
    expect(logged).toHaveBeenCalledTimes(1);
  });
});

describe('C22: in the desktop shell', () => {
  it('C22: its storage is used, not localStorage', async () => {
    const kept = new Map<string, unknown>();
    window.desktop = {
      storage: {
        get: async (key) => kept.get(key),
        set: async (key, value) => void kept.set(key, value),
        remove: async (key) => void kept.delete(key),
      },
      onProtocolInvoked() {},
    };
    await writeStored('k', { a: 1 });
    expect(kept.get('k')).toEqual({ a: 1 });
    expect(localStorage.getItem('k')).toBeNull();
    expect(await readStored('k')).toEqual({ a: 1 });
    await removeStored('k');
    expect(await readStored('k', 'gone')).toBe('gone');
  });

  it('C22: failures of the shell are only logged', async () => {
    const fail = () => Promise.reject(new Error('no channel'));
    window.desktop = { storage: { get: fail, set: fail, remove: fail }, onProtocolInvoked() {} };
    expect(await readStored('k', 3)).toBe(3);
    await writeStored('k', 1);
    await removeStored('k');
    expect(logged).toHaveBeenCalledTimes(3);
  });
});
