import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/clipboard.ts';
import classes from './OutputText.module.css';

/** Characters that are laid out at once. */
const MAX_SHOWN = 20_000;
/** How long a copy is confirmed, in milliseconds. */
const CONFIRM_MS = 1_500;

interface OutputTextProps {
  label: string;
  text: string;
  /** Keeps its end in view while it grows. */
  follows?: boolean;
}

/** A text of a machine in a bounded height, with a button that copies all of it. */
export function OutputText({ label, text, follows = false }: OutputTextProps) {
  const { t } = useTranslation('agent');
  const [copied, setCopied] = useState(false);
  const pre = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what grows
  useLayoutEffect(() => {
    if (follows && pre.current) pre.current.scrollTop = pre.current.scrollHeight;
  }, [text, follows]);
  const copy = t(copied ? 'call.copied' : 'call.copy');
  const Picture = copied ? IconCheck : IconCopy;
  return (
    <div className={classes.output}>
      <div className={classes.head}>
        <span>{label}</span>
        <Tooltip label={copy}>
          <ActionIcon size={22} aria-label={copy} onClick={async () => setCopied(await copyText(text))}>
            <Picture size={14} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups no fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre ref={pre} className={classes.text} tabIndex={0} role="group" aria-label={label}>
        {text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}
      </pre>
    </div>
  );
}
