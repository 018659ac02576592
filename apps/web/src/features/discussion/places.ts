import type { Discussion } from '@tandem/shared/discussion/schema';
import { useEffect, useState } from 'react';
import type { AnyEditor } from '../../entities/discussion/draft.ts';

/** How soon after a change the places are computed again, in milliseconds. */
const LOOK_AFTER_MS = 250;

/** The order of discussions in a document, by id. Null until the document is loaded. */
export type Places = ReadonlyMap<string, number> | null;

/** Reads the order of marked words. */
export function placesIn(root: ParentNode): ReadonlyMap<string, number> {
  const ids = [...root.querySelectorAll('[data-bn-thread-id]')].map((each) =>
    String(each.getAttribute('data-bn-thread-id')),
  );
  return new Map([...new Set(ids)].map((id, index) => [id, index]));
}

/** Follows the places of discussions in an editor. */
export function usePlaces(editor: AnyEditor | null): Places {
  const [places, setPlaces] = useState<Places>(null);
  useEffect(() => {
    if (!editor) return setPlaces(null);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const root = editor.prosemirrorView?.dom;
      if (root) setPlaces((held) => (isSame(held, placesIn(root)) ? held : placesIn(root)));
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look, LOOK_AFTER_MS);
    };
    look();
    later();
    const end = editor.onChange(later);
    return () => {
      clearTimeout(timer);
      end?.();
    };
  }, [editor]);
  return places;
}

function isSame(held: Places, next: ReadonlyMap<string, number>): boolean {
  return held !== null && [...held.keys()].join() === [...next.keys()].join();
}

/** Discussions in the order of their words; those without any follow, oldest first. */
export function inOrder(discussions: Iterable<Discussion>, places: Places): Discussion[] {
  const placeOf = ({ id }: Discussion) => places?.get(id) ?? Number.MAX_SAFE_INTEGER;
  return [...discussions].sort(
    (a, b) => placeOf(a) - placeOf(b) || a.createdAt.getTime() - b.createdAt.getTime(),
  );
}
