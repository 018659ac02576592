import { toast as sonner } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onToastWanted, showToastsBy, toast } from './toasts.ts';

let takeBack: (() => void) | undefined;

afterEach(() => {
  takeBack?.();
  vi.restoreAllMocks();
});

describe('toasts before what shows them has come', () => {
  it('wait, have their id at once, and show in their order', () => {
    const calls: unknown[] = [];
    vi.spyOn(sonner, 'success').mockImplementation((text, options) => calls.push(['success', text, options]));
    vi.spyOn(sonner, 'error').mockImplementation((text, options) => calls.push(['error', text, options]));
    vi.spyOn(sonner, 'dismiss').mockImplementation((id) => {
      calls.push(['dismiss', id]);
      return id ?? '';
    });

    const saved = toast.success('Saved');
    toast.error('Failed', { id: 'login-expired' });
    toast.dismiss(saved);
    expect(calls).toEqual([]);

    takeBack = showToastsBy(sonner);
    expect(calls).toEqual([
      ['success', 'Saved', { id: saved }],
      ['error', 'Failed', { id: 'login-expired' }],
      ['dismiss', saved],
    ]);
  });

  it('ask for it, also when they came before anybody listened', () => {
    const wanted = vi.fn();
    toast('Deleted');
    const end = onToastWanted(wanted);
    expect(wanted).toHaveBeenCalledTimes(1);
    toast('Deleted');
    expect(wanted).toHaveBeenCalledTimes(2);
    end();
    toast('Deleted');
    expect(wanted).toHaveBeenCalledTimes(2);
  });

  it('may tell of a promise that failed meanwhile', async () => {
    const told = vi.spyOn(sonner, 'promise').mockReturnValue(Object.assign('id', { unwrap: vi.fn() }));
    const failing = Promise.reject(new Error('refused'));
    toast.promise(failing, { loading: 'Copying', success: 'Copied', error: 'Failed' });
    await Promise.resolve();
    takeBack = showToastsBy(sonner);
    expect(told).toHaveBeenCalledWith(failing, { loading: 'Copying', success: 'Copied', error: 'Failed' });
  });
});
