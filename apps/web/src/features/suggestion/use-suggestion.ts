import { bareSuggestion } from '@tandem/shared/suggestion/text';
import { useEffect, useRef, useState } from 'react';
import { describeEnd, describeError, isAbort, isErrorKey } from '../../lib/errors.ts';
import type { DocumentEditor } from '../../screens/document/editor/schema.ts';
import { blocksOf, type Place } from './place.ts';
import { acceptSuggestion, askSuggestion, type Wanted } from './port.ts';

/** Why there is no suggestion, or only a part of it: a sentence. */
export interface Problem {
  /** `setUp`: nothing here can write, until somebody connects it. */
  kind: 'setUp' | 'failed';
  words: string;
  detail?: string | undefined;
}

export interface Suggesting {
  /** `choosing` what to ask; `writing`; `ready` for a decision; `accepting`, for which the server is asked. */
  phase: 'choosing' | 'writing' | 'ready' | 'accepting';
  /** As it came until now. */
  text: string;
  model: string;
  problem: Problem | null;
}

const nothing: Suggesting = { phase: 'choosing', text: '', model: '', problem: null };

/** A suggestion for one place of a document, from the question to the decision. It lives here only. */
export function useSuggestion(documentId: string, editor: DocumentEditor, place: Place) {
  const [state, setState] = useState(nothing);
  const current = useRef<AbortController | null>(null);
  const last = useRef<{ wanted: Wanted; about: string | null } | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  /** @param about the suggestion to revise; null: the selection */
  const ask = async (wanted: Wanted, about: string | null = null) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    last.current = { wanted, about };
    setState({ ...nothing, phase: 'writing' });
    /** A cancelled request changes nothing any more. */
    const change = (next: (held: Suggesting) => Suggesting) => {
      if (current.current === controller) setState(next);
    };
    const blocks = blocksOf(editor, place);
    try {
      const stream = await askSuggestion(
        {
          ...{ documentId, ...wanted },
          selection: about ?? (place.kind === 'cursor' ? '' : place.selection),
          ...(blocks && { blockId: blocks.first, lastBlockId: blocks.last }),
        },
        controller.signal,
      );
      for await (const event of stream) {
        if (event.type === 'began') change((held) => ({ ...held, model: event.model.name }));
        else if (event.type === 'grew') change((held) => ({ ...held, text: held.text + event.text }));
        else if (event.error) {
          const { key, detail } = event.error;
          const words = describeEnd(event.error, key);
          change((held) => ({ ...held, problem: { kind: 'failed', words, detail } }));
        }
      }
    } catch (error) {
      if (!isAbort(error) && !controller.signal.aborted)
        change((held) => ({ ...held, problem: problemOf(error) }));
    }
    change((held) => ({ ...held, text: bareSuggestion(held.text), phase: 'ready' }));
  };

  return {
    ...state,
    ask: (wanted: Wanted, about?: string) => void ask(wanted, about),
    again: () => last.current && void ask(last.current.wanted, last.current.about),
    /** The text so far stays; without any, the tasks are shown again. */
    stop() {
      current.current?.abort();
      current.current = null;
      setState((held) =>
        held.text.trim() === '' ? nothing : { ...held, text: bareSuggestion(held.text), phase: 'ready' },
      );
    },
    /** Gets the suggestion as blocks; null when that failed, which is shown. */
    async accept() {
      setState((held) => ({ ...held, phase: 'accepting', problem: null }));
      try {
        return (await acceptSuggestion({ documentId, text: state.text })).blocks;
      } catch (error) {
        setState((held) => ({ ...held, phase: 'ready', problem: problemOf(error) }));
        return null;
      }
    },
  };
}

function problemOf(error: unknown): Problem {
  const isUnset = isErrorKey(error, 'noModel') || isErrorKey(error, 'noWriter');
  return { kind: isUnset ? 'setUp' : 'failed', words: describeError(error) };
}
