import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type CSSProperties, memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/clipboard.ts';
import classes from './CodeBlock.module.css';
import { type CodeLine, coloursOf, useHighlight } from './highlighter.ts';

interface CodeBlockProps {
  code: string;
  /** As the fence names it; "" when it does not. */
  language: string;
  /** Whether the fence is still open. */
  incomplete: boolean;
}

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ code, language, incomplete }: CodeBlockProps) {
  const { t } = useTranslation();
  const highlighted = useHighlight(code, language, incomplete);
  const rest = highlighted ? code.slice(highlighted.code.length) : code;
  return (
    <div className={classes.block} data-bare={language === '' || undefined}>
      <div className={classes.header}>
        <span>{language}</span>
        <CopyButton code={code} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups no fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard too */}
      <pre className={classes.pre} tabIndex={0} role="group" aria-label={t('markdown.code')}>
        <code>
          {highlighted && <Lines lines={highlighted.lines} />}
          {rest}
        </code>
      </pre>
    </div>
  );
}

const Lines = memo(function Lines({ lines }: { lines: CodeLine[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
    <span key={index}>
      {index > 0 && '\n'}
      {line.map((token) => (
        <span key={token.offset} className={classes.token} style={styleOf(token)}>
          {token.content}
        </span>
      ))}
    </span>
  ));
});

/** Both themes' colours go along, so that switching the theme needs no new highlighting. */
function styleOf(token: CodeLine[number]): CSSProperties {
  const colours = coloursOf(token);
  return colours ? ({ '--light': colours.light, '--dark': colours.dark } as CSSProperties) : {};
}

/** How long a copy is confirmed, in milliseconds. */
const CONFIRM_MS = 1_500;

function CopyButton({ code }: { code: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const label = t(copied ? 'markdown.copied' : 'markdown.copyCode');
  const Picture = copied ? IconCheck : IconCopy;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} size={26} onClick={async () => setCopied(await copyText(code))}>
        <Picture size={15} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
