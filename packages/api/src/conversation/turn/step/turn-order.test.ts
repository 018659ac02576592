import type { ModelMessage } from 'ai';
import { expect, it } from 'vitest';
import { inTurnOrder } from './turn-order.ts';

const asked: ModelMessage = { role: 'user', content: 'Write' };
const written: ModelMessage = { role: 'assistant', content: 'Writing' };
const results: ModelMessage = { role: 'tool', content: [] };

it('has the model speak between results and the words of a person', () => {
  const roles = inTurnOrder([asked, written, results, asked, asked]).map(({ role }) => role);
  expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'user']);
});

it('leaves every other order as it is', () => {
  const messages = [asked, written, results, written, asked];
  expect(inTurnOrder(messages)).toEqual(messages);
});
