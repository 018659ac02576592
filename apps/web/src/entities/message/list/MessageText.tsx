import { splitQuote } from '@tandem/shared/document/citation';
import type { Mention } from '@tandem/shared/message/schema';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/markdown/CodeBlock.tsx';
import { Quotation } from '../../../ui/markdown/Quotation.tsx';
import { stretchesOf } from '../code.ts';
import { cutAtMentions } from '../composer/mentions.ts';
import { useConversation } from '../context.ts';
import classes from './MessageText.module.css';

/** Taller than this, in pixels, a person's message is folded. */
const FOLD_ABOVE = 360;

interface MessageTextProps {
  text: string;
  /** People and assistants that it names: their names stand out. */
  mentions?: readonly Mention[];
  className?: string | undefined;
}
const none: readonly Mention[] = [];

/**
 * What a person wrote, as they wrote it: line breaks kept, nothing read as markup but the code they marked.
 * Long ones are folded, so that a pasted file does not push the conversation away.
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
  const stretches = useMemo(() => stretchesOf(text), [text]);
  return (
    <div className={classes.plain}>
      {stretches.map((stretch, index) => {
        // A stretch is its place.
        const key = index;
        if (stretch.type === 'text') return <Named key={key} text={stretch.text} mentions={mentions} />;
        if (stretch.type === 'inline') return <code key={key}>{stretch.text}</code>;
        return <CodeBlock key={key} code={stretch.text} language={stretch.language} incomplete={false} />;
      })}
    </div>
  );
});

function Named({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  const { userId } = useConversation();
  if (mentions.length === 0) return text;
  return cutAtMentions(text, mentions).map((stretch, index) =>
    stretch.mention ? (
      <span
        // A stretch is its place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={index}
        className={classes.mention}
        data-me={(stretch.mention.type === 'user' && stretch.mention.userId === userId) || undefined}
      >
        {stretch.text}
      </span>
    ) : (
      stretch.text
    ),
  );
}
