import type { Assistant } from '@tandem/shared/assistant/schema';
import { useEffect, useRef, useState } from 'react';
import { describeError, isAbort } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { api } from '../../lib/trpc.ts';
import type { Draft } from './draft.ts';
import { type Answer, applyTryEvent, historyOf, triedDraft, unanswered } from './trying.ts';

export interface Exchange {
  id: string;
  text: string;
  answer: Answer;
}

/** A conversation with a draft, which lives here only. */
export function useTry(assistant: Assistant, draft: Draft) {
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const [running, setRunning] = useState<AbortController | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const ask = async (text: string) => {
    if (current.current) return;
    const controller = new AbortController();
    current.current = controller;
    setRunning(controller);
    const id = newId();
    const history = historyOf(exchanges);
    setExchanges([...exchanges, { id, text, answer: unanswered }]);
    const grow = (change: (answer: Answer) => Answer) =>
      setExchanges((held) =>
        held.map((each) => (each.id === id ? { ...each, answer: change(each.answer) } : each)),
      );
    try {
      const stream = await api.assistant.try.mutate(
        { assistantId: assistant.id, draft: triedDraft(draft, assistant.name), text, history },
        { signal: controller.signal, context: { streamed: true, silent: true } },
      );
      for await (const event of stream) grow((answer) => applyTryEvent(answer, event));
    } catch (error) {
      if (!isAbort(error) && !controller.signal.aborted)
        grow((answer) => ({ ...answer, problem: describeError(error) }));
    } finally {
      current.current = null;
      setRunning(null);
      grow((answer) => (answer.end || answer.problem ? answer : { ...answer, end: stopped }));
    }
  };
  return {
    exchanges,
    running: running !== null,
    ask,
    stop: () => current.current?.abort(),
    clear: () => {
      current.current?.abort();
      setExchanges([]);
    },
  };
}

/** The figures of a stopped answer; the server counts its cost. */
const stopped = {
  ...{ status: 'stopped' as const, error: null, inputTokens: null, outputTokens: null },
  ...{ firstTokenMs: null, durationMs: 0, cost: null },
};
