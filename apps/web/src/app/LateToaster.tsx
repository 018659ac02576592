import { type ComponentType, useEffect, useState } from 'react';
import { Chunk } from '../lib/chunk.ts';
import { whenIdle } from '../lib/idle.ts';
import { onToastWanted } from '../lib/toasts.ts';

const chunk = new Chunk('toaster', () => import('./Toaster.tsx'));

/**
 * The toaster, which comes when the page has nothing else to do, or with the first toast: a screen reader tells only
 * of what appears in a region that it already knows.
 */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    let current = true;
    const load = () =>
      void chunk.read().then(
        (module) => current && setToaster(() => module.default),
        (error: unknown) => {
          console.error(error);
          // The next toast asks again.
          chunk.forget();
        },
      );
    const endWanted = onToastWanted(load);
    const endIdle = whenIdle(load);
    return () => {
      current = false;
      endWanted();
      endIdle();
    };
  }, []);
  return Toaster && <Toaster />;
}
