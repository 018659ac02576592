import { splitQuote } from '@tandem/shared/document/citation';
import type { Mention } from '@tandem/shared/message/schema';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/markdown/CodeBlock.tsx';
import { Quotation } from '../../../ui/markdown/Quotation.tsx';
import { stretchesOf } from '../code.ts';
import { useConversation } from '../context.ts';
import { MentionedText } from '../MentionedText.tsx';
import classes from './MessageText.module.css';

/** Taller than this, in pixels, a person's message is folded. */
const FOLD_ABOVE = 360;

interface MessageTextProps {
  text: string;
  /** The mentioned people and assistants, whose names are highlighted. */
  mentions?: readonly Mention[];
  className?: string | undefined;
}
const none: readonly Mention[] = [];

/**
 * A person's message as they wrote it: line breaks kept, only marked code rendered as markup. Long messages
 * are folded, so that a pasted file does not push the conversation away.
 */
export function MessageText({ text, mentions = none, className = '' }: MessageTextProps) {
  const { t } = useTranslation('chat');
  const body = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  const { quote, words } = useMemo(() => splitQuote(text), [text]);

  useLayoutEffect(() => {
    if (text.length < 500 && text.split('\n').length < 14) return;
    setLong((body.current?.scrollHeight ?? 0) > FOLD_ABOVE + 80);
  }, [text]);

  return (
    <div className={className}>
      {quote && (
        <div className={classes.quote}>
          <Quotation quote={quote} />
        </div>
      )}
      <div
        ref={body}
        className={classes.body}
        data-folded={(long && !open) || undefined}
        style={long && !open ? { maxHeight: FOLD_ABOVE } : undefined}
      >
        <Stretches text={words} mentions={mentions} />
      </div>
      {long && (
        <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('message.less') : t('message.more')}
        </button>
      )}
    </div>
  );
}

const Stretches = memo(function Stretches({ text, mentions }: Required<Omit<MessageTextProps, 'className'>>) {
  const { userId } = useConversation();
  const stretches = useMemo(() => stretchesOf(text), [text]);
  return (
    <div className={classes.plain}>
      {stretches.map((stretch, index) => {
        // A stretch is its place.
        const key = index;
        if (stretch.type === 'text')
          return <MentionedText key={key} text={stretch.text} mentions={mentions} userId={userId} />;
        if (stretch.type === 'inline') return <code key={key}>{stretch.text}</code>;
        return <CodeBlock key={key} code={stretch.text} language={stretch.language} incomplete={false} />;
      })}
    </div>
  );
});
