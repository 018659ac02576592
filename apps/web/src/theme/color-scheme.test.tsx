import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useMantineColorScheme } from '@mantine/core';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showTeamTheme } from './color-scheme.ts';
import { ThemeProvider } from './ThemeProvider.tsx';

const page = readFileSync(path.resolve(import.meta.dirname, '../../index.html'), 'utf8');
const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';

let systemIsDark = false;
let changed: (() => void)[] = [];

beforeEach(() => {
  localStorage.clear();
  systemIsDark = false;
  changed = [];
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query.includes('dark') && systemIsDark;
    },
    media: query,
    addEventListener: (_event: string, listener: () => void) => changed.push(listener),
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }));
  window.matchMedia = globalThis.matchMedia;
  document.documentElement.className = '';
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function rootClass(): string[] {
  return [...document.documentElement.classList].filter((name) => name === 'light' || name === 'dark');
}

let choose: (scheme: 'light' | 'dark' | 'auto') => void = () => {};

function Chooser() {
  choose = useMantineColorScheme().setColorScheme;
  return null;
}

function open() {
  render(
    <ThemeProvider>
      <Chooser />
    </ThemeProvider>,
  );
}

describe('C8: theme', () => {
  it('C8: is the system’s by default', () => {
    systemIsDark = true;
    open();
    expect(rootClass()).toEqual(['dark']);
  });

  it('C8: can be switched, is one class on the root, and is remembered', () => {
    open();
    expect(rootClass()).toEqual(['light']);
    act(() => choose('dark'));
    expect(rootClass()).toEqual(['dark']);
    expect(localStorage.getItem('theme')).toBe('"dark"');
    act(() => choose('light'));
    expect(rootClass()).toEqual(['light']);
    act(() => choose('auto'));
    expect(localStorage.getItem('theme')).toBe('"system"');
  });

  it('follows the team’s default until the reader chooses, and never stores it as their choice', () => {
    open();
    act(() => showTeamTheme('dark'));
    expect(rootClass()).toEqual(['dark']);
    expect(localStorage.getItem('theme')).toBeNull();
    act(() => showTeamTheme('light'));
    expect(rootClass()).toEqual(['light']);
    act(() => choose('dark'));
    act(() => showTeamTheme(null));
    expect(rootClass()).toEqual(['dark']);
  });

  it('applies the team’s default before the first paint', () => {
    localStorage.setItem('teamTheme', '"dark"');
    new Function(script)();
    expect(rootClass()).toEqual(['dark']);
  });

  it.each([
    ['"dark"', false, 'dark'],
    ['"light"', true, 'light'],
    ['"system"', true, 'dark'],
    ['{broken', true, 'dark'],
    [null, false, 'light'],
  ])('C8: before the first paint, stored %j and a dark system %j give %s', (stored, isDark, expected) => {
    systemIsDark = isDark;
    if (stored !== null) localStorage.setItem('theme', stored);
    new Function(script)();
    expect(rootClass()).toEqual([expected]);
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe(expected);
  });
});
