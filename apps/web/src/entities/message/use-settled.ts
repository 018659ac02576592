import { startTransition, useEffect, useState } from 'react';

/** A row that stays this long is being looked at, in milliseconds; until then it may be scrolled past. */
const SETTLE_MS = 200;

/**
 * Whether the component has been mounted for a moment: costly parts that are not seen at once wait for that.
 */
export function useSettled(atOnce: boolean): boolean {
  const [settled, setSettled] = useState(atOnce);
  useEffect(() => {
    if (settled) return;
    const timer = setTimeout(() => startTransition(() => setSettled(true)), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [settled]);
  return settled;
}
