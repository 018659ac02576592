import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../../ui/page/shell.ts';
import type { PanelProps } from '../panels.ts';
import classes from './OutlinePanel.module.css';
import { type OutlineItem, outlineOf } from './outline.ts';

/** The outline follows the text this long after its last change, in milliseconds. */
const FOLLOW_MS = 300;

/** A heading is read from when it comes this near to the top of the page, in pixels. */
const NEAR = 96;

/** The heading under which one reads, as the page moves; null above the first. */
function useCurrent(items: readonly OutlineItem[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const frame = document.querySelector('[data-document-scroll]');
    if (!frame) return;
    let waiting = 0;
    const look = () => {
      waiting = 0;
      const edge = frame.getBoundingClientRect().top + NEAR;
      const isAtEnd = frame.scrollTop > 0 && frame.scrollTop + frame.clientHeight >= frame.scrollHeight - 2;
      const above = items.filter(({ id }) => {
        const block = frame.querySelector(`[data-document-page] [data-id="${CSS.escape(id)}"]`);
        const top = block?.getBoundingClientRect().top;
        return top !== undefined && (top <= edge || (isAtEnd && top < innerHeight));
      });
      setCurrent(above.at(-1)?.id ?? null);
    };
    const later = () => {
      waiting ||= requestAnimationFrame(look);
    };
    look();
    frame.addEventListener('scroll', later, { passive: true });
    return () => {
      cancelAnimationFrame(waiting);
      frame.removeEventListener('scroll', later);
    };
  }, [items]);
  return current;
}

/** The headings of a document, the one under which one reads marked; a press goes there. */
export default function OutlinePanel({ editor, onClose }: PanelProps) {
  const { t } = useTranslation('document');
  const isPhone = useIsPhone();
  const [items, setItems] = useState<OutlineItem[]>([]);
  const current = useCurrent(items);
  useEffect(() => {
    if (!editor) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => setItems(outlineOf(editor.document));
    read();
    const stop = editor.onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(read, FOLLOW_MS);
    });
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [editor]);

  const go = (id: string) => {
    const block = document.querySelector(`[data-document-page] [data-id="${CSS.escape(id)}"]`);
    block?.scrollIntoView({ block: 'start' });
    if (editor?.isEditable) {
      editor.setTextCursorPosition(id, 'end');
      editor.focus();
    }
    if (isPhone) onClose();
  };
  if (items.length === 0) return <p className={classes.none}>{t('outline.none')}</p>;
  const top = Math.min(...items.map(({ level }) => level));
  return (
    <ol className={classes.list}>
      {items.map(({ id, text, level }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.item}
            aria-current={id === current ? 'location' : undefined}
            style={{ paddingInlineStart: 8 + (level - top) * 14 }}
            onClick={() => go(id)}
          >
            {text || t('outline.unnamed')}
          </button>
        </li>
      ))}
    </ol>
  );
}
