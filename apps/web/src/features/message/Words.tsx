import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../ui/Markdown.tsx';
import classes from './Words.module.css';

/** Taller than this, in pixels, a person's message is folded. */
const FOLD_ABOVE = 360;

/**
 * What a person wrote, as they wrote it: line breaks kept, nothing read as markup unless they fenced code.
 * Long ones are folded, so that a pasted file does not push the conversation away.
 */
export function Words({ text, className = '' }: { text: string; className?: string | undefined }) {
  const { t } = useTranslation('chat');
  const body = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);

  useLayoutEffect(() => {
    if (text.length < 500 && text.split('\n').length < 14) return;
    setLong((body.current?.scrollHeight ?? 0) > FOLD_ABOVE + 80);
  }, [text]);

  return (
    <div className={className}>
      <div
        ref={body}
        className={classes.body}
        data-folded={(long && !open) || undefined}
        style={long && !open ? { maxHeight: FOLD_ABOVE } : undefined}
      >
        {text.includes('```') ? <Markdown text={text} /> : <div className={classes.plain}>{text}</div>}
      </div>
      {long && (
        <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('message.less') : t('message.more')}
        </button>
      )}
    </div>
  );
}
