import type { Token } from 'marked';
import { memo, useMemo } from 'react';
import classes from './Markdown.module.css';
import { parseMarkdown } from './parse.ts';
import { Pieces } from './pieces.tsx';

interface MarkdownProps {
  text: string;
  /** Whether more text will come: open constructs are rendered as if they were closed. */
  streaming?: boolean;
}

/**
 * Text of people and models as Markdown. Nothing in it can run, send anything, or load anything from
 * elsewhere before a click.
 */
export const Markdown = memo(function Markdown({ text, streaming = false }: MarkdownProps) {
  const { blocks, surroundings } = useMemo(() => parseMarkdown(text, streaming), [text, streaming]);
  return (
    <div className={classes.markdown}>
      {blocks.map((token, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
          key={index}
          token={token}
          surroundings={surroundings}
          open={streaming && index === blocks.length - 1}
        />
      ))}
    </div>
  );
});

interface BlockProps {
  token: Token;
  surroundings: string;
  open: boolean;
}

/** While a text grows, only its last block changes. */
const Block = memo(
  function Block({ token, open }: BlockProps) {
    return <Pieces tokens={[token]} open={open} />;
  },
  (before, after) =>
    before.token.raw === after.token.raw &&
    before.open === after.open &&
    before.surroundings === after.surroundings,
);
