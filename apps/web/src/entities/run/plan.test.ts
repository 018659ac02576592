import type { Part } from '@tandem/shared/message/parts';
import { expect, it } from 'vitest';
import { planOf } from './plan.ts';

const item = { id: '1', text: 'Read', status: 'active' };

function call(input: unknown, over: object = {}): Part {
  const made = {
    type: 'dynamic-tool',
    toolCallId: 'c',
    toolName: 'update_plan',
    state: 'output-available',
  } as const;
  return { ...made, input, ...over };
}

it('is what the newest call gave', () => {
  const done = { ...item, status: 'done' };
  expect(planOf([call({ items: [item] }), call({ items: [done] })])).toEqual([done]);
});

it('stays the one before while the next is being written', () => {
  const parts = [call({ items: [item] }), call({ items: [] }, { state: 'input-streaming' })];
  expect(planOf(parts)).toEqual([item]);
});

it('is none for calls of another tool of that name, or of another shape', () => {
  expect(planOf([call({ items: [item] }, { source: 'Elsewhere' }), call({ items: 'many' })])).toBeNull();
});
