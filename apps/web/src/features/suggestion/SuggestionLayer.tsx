import { Drawer, Popover } from '@mantine/core';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentEditor } from '../../screens/document/editor/schema.ts';
import { useIsPhone } from '../../ui/page/shell.ts';
import { type Place, rangeIn } from './place.ts';
import { SuggestionCard } from './SuggestionCard.tsx';
import classes from './SuggestionLayer.module.css';

/** Name of the highlight for the text asked about. */
const HIGHLIGHT = 'suggestion';

interface SuggestionLayerProps {
  documentId: string;
  editor: DocumentEditor;
  place: Place;
  onClose(): void;
}

/** The card of a suggestion at its place, which stays marked; on a phone from below. */
export function SuggestionLayer({ documentId, editor, place, onClose }: SuggestionLayerProps) {
  const { t } = useTranslation('suggestion');
  const isPhone = useIsPhone();
  const layer = useRef<HTMLDivElement>(null);
  const anchor = useAnchor(editor, place, layer);
  const holds = useRef(false);
  const onHolds = useCallback((next: boolean) => {
    holds.current = next;
  }, []);
  const close = useCallback(() => {
    onClose();
    if (editor.isEditable) editor.focus();
  }, [editor, onClose]);

  const card = (
    <SuggestionCard {...{ documentId, editor, place, onHolds }} framed={isPhone} onClose={close} />
  );
  if (isPhone)
    return (
      <Drawer
        opened
        onClose={close}
        position="bottom"
        classNames={{ content: classes.sheet ?? '' }}
        title={t('title')}
        closeButtonProps={{ 'aria-label': t('close') }}
        // A press outside is easily made, and would lose the text.
        closeOnClickOutside={false}
      >
        {card}
      </Drawer>
    );
  return (
    <div ref={layer} className={classes.layer}>
      {anchor && (
        <Popover
          opened
          position="bottom-start"
          width={Math.min(440, innerWidth - 32)}
          offset={8}
          trapFocus
          withRoles={false}
          closeOnEscape={false}
          transitionProps={{ duration: 0 }}
          onDismiss={() => holds.current || onClose()}
        >
          <Popover.Target>
            <div className={classes.anchor} style={anchor} />
          </Popover.Target>
          <Popover.Dropdown className={classes.dropdown ?? ''}>{card}</Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The position of the place within the layer, as others write; its words are highlighted meanwhile. */
function useAnchor(
  editor: DocumentEditor,
  place: Place,
  layer: React.RefObject<HTMLDivElement | null>,
): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    const look = () => {
      const range = rangeIn(editor, place);
      mark(place.kind === 'cursor' ? null : range);
      const origin = layer.current?.getBoundingClientRect();
      if (!range || !origin) return;
      const { left, top, width, height } = range.getBoundingClientRect();
      setBox({ left: left - origin.left, top: top - origin.top, width, height });
    };
    look();
    const stop = editor.onChange(look);
    const observer = new ResizeObserver(look);
    if (editor.prosemirrorView) observer.observe(editor.prosemirrorView.dom);
    return () => {
      stop?.();
      observer.disconnect();
      mark(null);
    };
  }, [editor, place, layer]);
  // The card is at the end of a long passage; the reader may be at its beginning.
  useEffect(() => {
    const range = rangeIn(editor, place);
    const end = range?.endContainer;
    const element = end instanceof Element ? end : end?.parentElement;
    if (range && range.getBoundingClientRect().bottom > innerHeight - 120)
      element?.scrollIntoView({ block: 'center' });
  }, [editor, place]);
  return box;
}

function mark(range: Range | null): void {
  if (!('highlights' in CSS)) return;
  if (range) CSS.highlights.set(HIGHLIGHT, new Highlight(range));
  else CSS.highlights.delete(HIGHLIGHT);
}
