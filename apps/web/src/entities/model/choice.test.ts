import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { forgetUnsent } from '../../lib/personal.ts';
import { keepModelChoice, useModelChoice } from './choice.ts';
import { keepDrawingChoice, useDrawingChoice } from './drawing.ts';

afterEach(() => localStorage.clear());

const nextTurn = () => act(async () => void (await Promise.resolve()));

it('is one choice of a model wherever it is shown, and survives a reload', async () => {
  const composer = renderHook(() => useModelChoice('channel-1'));
  const bar = renderHook(() => useModelChoice('channel-1'));
  const elsewhere = renderHook(() => useModelChoice('channel-2'));
  await nextTurn();
  act(() => composer.result.current[1]('model-a'));
  expect(bar.result.current[0]).toBe('model-a');
  expect(elsewhere.result.current[0]).toBeNull();
  expect(Object.values(localStorage)).toContain('"model-a"');
  act(() => bar.result.current[1](null));
  expect(composer.result.current[0]).toBeNull();
  expect(Object.values(localStorage)).not.toContain('"model-a"');
});

it('reads a stored choice, unless another was made meanwhile', async () => {
  keepModelChoice('channel-3', 'model-b');
  const { result } = renderHook(() => useModelChoice('channel-3'));
  await nextTurn();
  expect(result.current[0]).toBe('model-b');
  localStorage.setItem('model:0:channel-4', '"old"');
  const late = renderHook(() => useModelChoice('channel-4'));
  act(() => late.result.current[1]('new'));
  await nextTurn();
  expect(late.result.current[0]).toBe('new');
});

it('sees what another tab chose, and nothing of whoever signed out', async () => {
  keepModelChoice('channel-6', 'model-a');
  localStorage.setItem('model:0:channel-6', '"model-b"');
  const { result } = renderHook(() => useModelChoice('channel-6'));
  await nextTurn();
  expect(result.current[0]).toBe('model-b');
  localStorage.setItem('model:0:channel-7', '"theirs"');
  const late = renderHook(() => useModelChoice('channel-7'));
  act(() => void forgetUnsent(0));
  await nextTurn();
  expect(late.result.current[0]).toBeNull();
});

it('holds for how pictures are drawn as well', async () => {
  keepDrawingChoice('channel-5', { aspect: 'square', count: 2 });
  const { result } = renderHook(() => useDrawingChoice('channel-5'));
  const other = renderHook(() => useDrawingChoice('channel-5'));
  await nextTurn();
  expect(result.current[0].count).toBe(2);
  act(() => result.current[1]({ ...result.current[0], count: 3 }));
  expect(other.result.current[0].count).toBe(3);
});
