import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../ui/markdown/CodeBlock.tsx';
import { stretchesOf } from './code.ts';
import classes from './Words.module.css';

/** Taller than this, in pixels, a person's message is folded. */
const FOLD_ABOVE = 360;

/**
 * What a person wrote, as they wrote it: line breaks kept, nothing read as markup but the code they marked.
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
        <Stretches text={text} />
      </div>
      {long && (
        <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('message.less') : t('message.more')}
        </button>
      )}
    </div>
  );
}

const Stretches = memo(function Stretches({ text }: { text: string }) {
  const stretches = useMemo(() => stretchesOf(text), [text]);
  return (
    <div className={classes.plain}>
      {stretches.map((stretch, index) => {
        // A stretch is its place.
        const key = index;
        if (stretch.type === 'text') return stretch.text;
        if (stretch.type === 'inline') return <code key={key}>{stretch.text}</code>;
        return <CodeBlock key={key} code={stretch.text} language={stretch.language} incomplete={false} />;
      })}
    </div>
  );
});
