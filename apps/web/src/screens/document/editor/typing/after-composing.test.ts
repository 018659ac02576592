import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Collab } from '../../collab/collab.ts';
import { afterComposing } from './after-composing.ts';

it('searches for nothing until an input method is done', async () => {
  const state = createStore(() => ({ composing: true })) as unknown as Collab['state'];
  const find = vi.fn(async (query: string) => [query]);
  const found = afterComposing({ state }, find)('biaoge');
  await Promise.resolve();
  expect(find).not.toHaveBeenCalled();
  state.setState({ composing: false });
  expect(await found).toEqual(['biaoge']);
  expect(await afterComposing({ state }, find)('表格')).toEqual(['表格']);
});
