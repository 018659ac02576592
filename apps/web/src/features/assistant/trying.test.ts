import { expect, it } from 'vitest';
import { type Answer, applyTryEvent, historyOf, unanswered } from './trying.ts';

const said = (text: string): Answer => ({ ...unanswered, parts: [{ type: 'text', text }] });

it('assembles an answer from its events', () => {
  const end = {
    ...{ status: 'done' as const, error: null, inputTokens: 3, outputTokens: 2 },
    ...{ firstTokenMs: 5, durationMs: 9, cost: null },
  };
  const answer = [
    { type: 'began' as const, model: { id: 'm', name: 'Fake' } },
    {
      type: 'grew' as const,
      changes: [{ op: 'set' as const, index: 0, part: { type: 'text' as const, text: 'Hel' } }],
    },
    { type: 'grew' as const, changes: [{ op: 'append' as const, index: 0, text: 'lo' }] },
    { type: 'ended' as const, ...end },
  ].reduce(applyTryEvent, unanswered);
  expect(answer).toEqual({ parts: [{ type: 'text', text: 'Hello' }], model: 'Fake', end, problem: null });
});

it('sends only as much history as is accepted', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ text: `q${index}`, answer: said(`a${index}`) }));
  const history = historyOf(many);
  expect(history).toHaveLength(20);
  expect(history.at(-1)).toEqual({ role: 'assistant', text: 'a29' });
  expect(historyOf([{ text: 'Hello', answer: unanswered }])).toEqual([{ role: 'user', text: 'Hello' }]);
  expect(historyOf([{ text: 'x'.repeat(30_000), answer: unanswered }])[0]?.text).toHaveLength(20_000);
});
