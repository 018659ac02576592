import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../lib/toasts.ts';
import { renderApp } from '../testing/render.tsx';
import Toaster from './Toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'requestAnimationFrame'] });
  renderApp(<Toaster />);
});

afterEach(() => {
  act(() => void toast.dismiss());
  act(() => void vi.runAllTimers());
  cleanup();
  vi.useRealTimers();
});

function show(text: string, kind: 'success' | 'error' | 'info' | 'warning' | 'loading' = 'info') {
  act(() => void toast[kind](text));
  act(() => void vi.advanceTimersByTime(50));
}

function toasts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')];
}

describe('C6: toasts', () => {
  it('C6: appear at the bottom right, 356 px wide and 14 px apart', () => {
    show('one');
    const list = document.querySelector<HTMLElement>('[data-sonner-toaster]');
    expect(list?.dataset).toMatchObject({ xPosition: 'right', yPosition: 'bottom' });
    expect(list?.style.getPropertyValue('--width')).toBe('356px');
    expect(list?.style.getPropertyValue('--gap')).toBe('14px');
  });

  it('C6: stay for 5000 ms', () => {
    show('one');
    act(() => void vi.advanceTimersByTime(4_900));
    expect(toasts().map((each) => each.dataset.removed)).toEqual(['false']);
    act(() => void vi.advanceTimersByTime(400));
    expect(toasts().every((each) => each.dataset.removed === 'true')).toBe(true);
  });

  it('C6: are visible three at a time', () => {
    for (const text of ['1', '2', '3', '4', '5']) show(text);
    expect(toasts().filter((each) => each.dataset.visible === 'true')).toHaveLength(3);
  });

  it('C6: F8 takes the focus to them', () => {
    show('one');
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(screen.getByRole('region', { name: /Notifications/ }).contains(document.activeElement)).toBe(true);
  });

  it.each(['loading', 'success', 'error', 'info', 'warning'] as const)('C7: renders the kind %s', (kind) => {
    show(kind, kind);
    expect(toasts()[0]?.dataset.type).toBe(kind);
  });
});
