import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { toast } from 'sonner';
import type { VirtualizerHandle } from 'virtua';
import { bringIn } from './jump.ts';
import type { MessageStore } from './store.ts';

/** How long the message that was gone to stands out, in milliseconds. */
const SHINE_MS = 2_400;

interface JumpOptions {
  store: MessageStore;
  list: RefObject<VirtualizerHandle | null>;
  /** Stops staying at the end. */
  release(): void;
}

/** Goes to the message that the address names by `?message=`, and takes it out of the address. */
export function useJump({ store, list, release }: JumpOptions) {
  const { t } = useTranslation('search');
  const [params, setParams] = useSearchParams();
  const wanted = params.get('message');
  const [seeking, setSeeking] = useState(false);
  // An object, so that coming again counts.
  const [arrived, setArrived] = useState<{ messageId: string } | null>(null);

  const seek = useEffectEvent(async (messageId: string, signal: AbortSignal) => {
    release();
    setSeeking(true);
    const arrival = await bringIn(store, messageId, signal);
    if (arrival === null) return;
    setSeeking(false);
    if (arrival === 'here') setArrived({ messageId });
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
    const index = store.state.getState().order.indexOf(arrived.messageId);
    release();
    if (index >= 0) list.current?.scrollToIndex(index, { align: 'center' });
    const timer = setTimeout(() => setArrived(null), SHINE_MS);
    return () => clearTimeout(timer);
  }, [arrived, store, list, release]);

  return { seeking, arrived: arrived?.messageId ?? null };
}
