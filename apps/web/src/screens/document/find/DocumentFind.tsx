import { type RefObject, useEffect, useState } from 'react';
import { FindBar } from '../../../ui/find/FindBar.tsx';
import type { DocumentEditor } from '../editor/schema.ts';
import { markPlaces, placesOf, unmarkPlaces } from './find.ts';

/** Places are looked for again this long after the text changed, in milliseconds. */
const AGAIN_MS = 200;

interface DocumentFindProps {
  editor: DocumentEditor;
  /** The scrolling element. */
  place: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Finds words in the open document. */
export function DocumentFind({ editor, place, onClose }: DocumentFindProps) {
  const [words, setWords] = useState('');
  const [places, setPlaces] = useState<Range[]>([]);
  const [current, setCurrent] = useState(0);

  useEffect(() => unmarkPlaces, []);
  useEffect(() => {
    const root = place.current;
    if (!root) return;
    const look = () => setPlaces(placesOf(root, words));
    look();
    setCurrent(0);
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Content that renders again without a document change, such as highlighted code, invalidates its matches
    // too.
    const watcher = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, AGAIN_MS);
    });
    watcher.observe(root, { characterData: true, childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [words, place]);
  // There may be fewer places than a moment ago.
  const at = Math.max(0, Math.min(current, places.length - 1));
  useEffect(() => {
    markPlaces(places, at);
    const box = places[at]?.getBoundingClientRect();
    const frame = place.current;
    if (!box || !frame) return;
    const { top, bottom } = frame.getBoundingClientRect();
    if (box.top < top + 40 || box.bottom > bottom - 40)
      frame.scrollTop += box.top - top - frame.clientHeight / 3;
  }, [places, at, place]);

  const step = (by: number) => {
    // The text of a match may have been rendered again since.
    const isGone = places.some((each) => each.collapsed);
    const now = isGone && place.current ? placesOf(place.current, words) : places;
    if (isGone) setPlaces(now);
    if (now.length > 0) setCurrent((at + by + now.length) % now.length);
  };
  return (
    <FindBar
      words={words}
      count={places.length}
      at={at}
      onWords={setWords}
      onStep={step}
      onClose={() => {
        onClose();
        if (editor.isEditable) editor.focus();
      }}
    />
  );
}
