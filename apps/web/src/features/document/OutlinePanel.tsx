import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../ui/shell.ts';
import classes from './OutlinePanel.module.css';
import { type OutlineItem, outlineOf } from './outline.ts';
import type { PanelProps } from './panels.ts';

/** The outline follows the text this long after its last change, in milliseconds. */
const FOLLOW_MS = 300;

/** The headings of a document; a press goes there. */
export default function OutlinePanel({ editor, onClose }: PanelProps) {
  const { t } = useTranslation('document');
  const isPhone = useIsPhone();
  const [items, setItems] = useState<OutlineItem[]>([]);
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
