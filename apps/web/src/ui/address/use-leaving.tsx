import { type ReactNode, useState } from 'react';
import { lazyPart } from '../page/lazy-part.tsx';
import type { Leaving } from './LeaveDialog.tsx';
import { spellAddress } from './spell.ts';

const { Part: LeaveDialog } = lazyPart('leave-dialog', () => import('./LeaveDialog.tsx'), [], null);

/**
 * Asks a reader before something that a model may have written leads to another site. Its address can carry away what
 * the conversation holds, so it is shown whole.
 * @returns `ask`, which returns whether it asks, as it does for addresses of the web; and the dialog, to be rendered
 */
export function useLeaving(): { ask(leaving: Leaving): boolean; dialog: ReactNode } {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const address = leaving && spellAddress(leaving.href);
  return {
    ask(next) {
      if (!spellAddress(next.href)) return false;
      setLeaving(next);
      return true;
    },
    dialog: leaving && address && (
      <LeaveDialog {...leaving} address={address} onClose={() => setLeaving(null)} />
    ),
  };
}
