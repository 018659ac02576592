import type { Mention } from '@tandem/shared/message/schema';
import { cutAtMentions } from './composer/mentions.ts';
import classes from './MentionedText.module.css';

interface MentionedTextProps {
  text: string;
  mentions: readonly Mention[];
  /** The reader, whose own mention stands out; null for nobody. */
  userId: number | null;
}

/** A text as it was written, with the names of those it mentions highlighted. */
export function MentionedText({ text, mentions, userId }: MentionedTextProps) {
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
