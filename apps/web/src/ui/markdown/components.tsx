import { isValidElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type StreamdownProps, useIsCodeFenceIncomplete } from 'streamdown';
import { lazyPart } from '../page/lazy-part.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { MarkdownImage } from './MarkdownImage.tsx';
import { MarkdownLink } from './MarkdownLink.tsx';

const { Part: Diagram } = lazyPart('diagram', () => import('./Diagram.tsx'));

/** A fence; one that says mermaid is drawn as soon as it is closed. */
function Fence({ children }: { children?: ReactNode }) {
  const incomplete = useIsCodeFenceIncomplete();
  const { code, language } = readFence(children);
  if (language === 'mermaid' && !incomplete) return <Diagram code={code} />;
  return <CodeBlock code={code} language={language} incomplete={incomplete} />;
}

function readFence(children: ReactNode): { code: string; language: string } {
  if (!isValidElement<{ className?: string; children?: unknown }>(children))
    return { code: '', language: '' };
  const { className = '', children: text } = children.props;
  return {
    code: typeof text === 'string' ? text.replace(/\n+$/, '') : '',
    language: /language-(\S+)/.exec(className)?.[1]?.toLowerCase() ?? '',
  };
}

function ScrollingTable({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups no fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, by keyboard too
    <div data-table="" tabIndex={0} role="group" aria-label={t('markdown.table')}>
      <table>{children}</table>
    </div>
  );
}

/** The box of a task in a list. */
function TaskBox({ checked }: { checked?: boolean | undefined }) {
  const { t } = useTranslation('common');
  return <input type="checkbox" disabled checked={checked} aria-label={t('markdown.done')} />;
}

/** Plain elements styled by our own sheet, and our own parts where there is something to do. */
export const components = {
  input: TaskBox,
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h5',
  h6: 'h6',
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  hr: 'hr',
  strong: 'strong',
  blockquote: 'blockquote',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  sup: 'sup',
  sub: 'sub',
  code: 'code',
  pre: Fence,
  table: ScrollingTable,
  a: MarkdownLink,
  img: MarkdownImage,
  // The library's type asks each part to take any property of any type.
} as StreamdownProps['components'];
