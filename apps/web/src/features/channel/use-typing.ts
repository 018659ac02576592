import { useCallback, useEffect, useRef } from 'react';
import { api } from '../../lib/trpc.ts';

/** Milliseconds between typing signals while someone writes; a signal expires after six seconds. */
const SAY_AGAIN_MS = 3_500;
/** A pause of this length ends it, in milliseconds. */
const PAUSE_MS = 4_500;

/**
 * Sends the reader's typing to the others in a channel.
 * @param heard whether anyone is there to see it
 */
export function useTyping(channelId: string, heard: boolean): (typing: boolean) => void {
  const saidAt = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const say = useCallback(
    (typing: boolean) => {
      saidAt.current = typing ? Date.now() : 0;
      // A lost report expires on its own.
      api.channel.typing.mutate({ channelId, typing }, { context: { silent: true } }).catch(() => {});
    },
    [channelId],
  );
  const stop = useCallback(() => {
    clearTimeout(pause.current);
    if (saidAt.current > 0) say(false);
  }, [say]);
  useEffect(() => stop, [stop]);

  return useCallback(
    (typing) => {
      if (!typing) return stop();
      if (!heard) return;
      clearTimeout(pause.current);
      pause.current = setTimeout(stop, PAUSE_MS);
      if (Date.now() - saidAt.current > SAY_AGAIN_MS) say(true);
    },
    [heard, say, stop],
  );
}
