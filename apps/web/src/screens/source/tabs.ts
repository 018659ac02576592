import { useCallback, useState } from 'react';
import * as z from 'zod';
import { personalKey } from '../../lib/personal.ts';
import { readLocal, writeLocal } from '../../lib/storage/storage.ts';

/** Sources open at once; another closes the one that was opened first. */
const MAX_TABS = 12;
const keptSchema = z.array(z.uuid()).max(MAX_TABS).catch([]);

/** The sources that the reader has open in one chat, in this browser. */
export function useTabs(channelId: string) {
  const key = personalKey('source-tabs', channelId);
  const [tabs, setTabs] = useState<readonly string[]>(() => keptSchema.parse(readLocal(key, [])));
  const keep = useCallback(
    (change: (held: readonly string[]) => readonly string[]) =>
      setTabs((held) => {
        const next = change(held);
        if (next !== held) writeLocal(key, next);
        return next;
      }),
    [key],
  );
  const add = useCallback(
    (id: string) => keep((held) => (held.includes(id) ? held : [...held, id].slice(-MAX_TABS))),
    [keep],
  );
  const remove = useCallback((id: string) => keep((held) => held.filter((each) => each !== id)), [keep]);
  return { tabs, add, remove };
}
