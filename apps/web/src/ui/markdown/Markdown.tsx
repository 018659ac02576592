import { memo, useMemo } from 'react';
import { defaultRehypePlugins, defaultRemarkPlugins, Streamdown } from 'streamdown';
import { components } from './components.tsx';
import { inertHtml } from './inert-html.ts';
import classes from './Markdown.module.css';
import { mathDelimiters, useMathPlugin } from './math.ts';
import { unfinished } from './unfinished.ts';

interface MarkdownProps {
  text: string;
  /** Whether more will come: what is not closed yet is shown as if it were. */
  streaming?: boolean;
}

/** HTML becomes text before anything else looks at it. */
const remarkPlugins = [...Object.values(defaultRemarkPlugins), inertHtml];
/** What remains is checked against a list of elements, attributes and protocols. */
const rehypePlugins = Object.entries(defaultRehypePlugins)
  .filter(([name]) => name === 'sanitize')
  .map(([, plugin]) => plugin);

const noControls = false;
const noLinkPrompt = { enabled: false };

/**
 * Text of people and models as Markdown. Nothing in it can run, send anything, or load anything from
 * elsewhere before a click.
 */
export const Markdown = memo(function Markdown({ text, streaming = false }: MarkdownProps) {
  const source = useMemo(() => mathDelimiters(text), [text]);
  const math = useMathPlugin(source);
  const plugins = useMemo(() => (math ? { math } : {}), [math]);
  return (
    <Streamdown
      className={classes.markdown ?? ''}
      mode="streaming"
      parseIncompleteMarkdown={streaming}
      remend={unfinished}
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={components}
      plugins={plugins}
      controls={noControls}
      linkSafety={noLinkPrompt}
    >
      {source}
    </Streamdown>
  );
});
