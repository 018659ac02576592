import { useCallback, useEffect, useRef, useState } from 'react';

/** Rows of a list that are selected, one by one or from one to another. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Selects a row or not; with `range` all rows between it and the last one that was pressed. */
  toggle(id: string, isOn: boolean, range: boolean): void;
  all(isOn: boolean): void;
}

/** @param listed ids of the rows, in their order; those that leave the list are no longer selected */
export function useSelection(listed: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const order = useRef(listed);
  order.current = listed;

  useEffect(() => {
    const known = new Set(listed);
    setIds((held) => ([...held].every((id) => known.has(id)) ? held : held.intersection(known)));
  }, [listed]);

  const toggle = useCallback((id: string, isOn: boolean, range: boolean) => {
    const from = range && last.current !== null ? order.current.indexOf(last.current) : -1;
    const to = order.current.indexOf(id);
    const changed = from < 0 ? [id] : order.current.slice(Math.min(from, to), Math.max(from, to) + 1);
    last.current = id;
    setIds((held) => (isOn ? held.union(new Set(changed)) : held.difference(new Set(changed))));
  }, []);
  const all = useCallback((isOn: boolean) => setIds(new Set(isOn ? order.current : [])), []);
  return { ids, toggle, all };
}
