import { wordsIn } from '@tandem/shared/document/citation';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import type { VirtualizerHandle } from 'virtua';
import { toast } from '../../lib/toasts.ts';
import { bringIntoView } from './bring-into-view.ts';
import { bringIn } from './jump.ts';
import type { MessageStore } from './store.ts';

/** How long the target message is highlighted, in milliseconds. */
const SHINE_MS = 2_400;

interface JumpOptions {
  store: MessageStore;
  viewport: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  /** Stops staying at the end. */
  release(): void;
}

/**
 * Jumps to the message given by `?message=` in the address, marks the words given by `#words=` in it, and removes both
 * from the address.
 */
export function useJump({ store, viewport, list, release }: JumpOptions) {
  const { t } = useTranslation('search');
  const [params, setParams] = useSearchParams();
  const wanted = params.get('message');
  const [seeking, setSeeking] = useState(false);
  // An object, so that coming again counts.
  const [arrived, setArrived] = useState<{ messageId: string; words: string | null } | null>(null);

  const { hash } = useLocation();

  const seek = useEffectEvent(async (messageId: string, signal: AbortSignal) => {
    const words = wordsIn(hash);
    release();
    setSeeking(true);
    const arrival = await bringIn(store, messageId, signal);
    if (arrival === null) return;
    setSeeking(false);
    if (arrival === 'here') setArrived({ messageId, words });
    else if (arrival === 'failed')
      toast.error(t('jump.failed'), {
        action: {
          label: t('jump.retry'),
          onClick: () => setParams({ message: messageId }, { replace: true }),
        },
      });
    else toast(t(`jump.${arrival}`));
    setParams(
      (now) => {
        now.delete('message');
        return now;
      },
      { replace: true },
    );
  });

  useEffect(() => {
    if (wanted === null) return;
    const ended = new AbortController();
    void seek(wanted, ended.signal);
    return () => ended.abort();
  }, [wanted]);

  // Drawn by now, whatever was loaded on the way.
  useEffect(() => {
    if (arrived === null) return;
    const index = () => store.state.getState().order.indexOf(arrived.messageId);
    release();
    const scroll = () => list.current?.scrollToIndex(index(), { align: 'center' });
    const ended = new AbortController();
    const mark = () => {
      const message = viewport.current?.querySelector('[data-found] article');
      if (arrived.words !== null && message) void markWords(message, arrived.words, ended.signal);
    };
    const end =
      index() >= 0 && viewport.current
        ? bringIntoView(viewport.current, '[data-found]', scroll, mark)
        : undefined;
    const timer = setTimeout(() => setArrived(null), SHINE_MS);
    return () => {
      end?.();
      ended.abort();
      clearTimeout(timer);
    };
  }, [arrived, store, viewport, list, release]);

  return { seeking, arrived: arrived?.messageId ?? null };
}

/** Few conversations are entered this way. */
async function markWords(message: Element, words: string, signal: AbortSignal): Promise<void> {
  const { markWordsIn } = await import('./mark-words.ts');
  if (!signal.aborted) markWordsIn(message, words);
}
