import type { AgentFileContent } from '@tandem/shared/agent/file';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../../entities/agent-file/address.ts';
import { CodeBlock } from '../../../ui/markdown/CodeBlock.tsx';
import { languageOf } from '../../../ui/markdown/language-of.ts';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import { showingOf } from '../media-type.ts';
import { separatorOf, tableOf } from './csv.ts';
import classes from './FileContent.module.css';
import { framed } from './frame.ts';

/** Characters of a text that are coloured and laid out as code; longer ones are plain. */
const MAX_COLOURED = 100_000;
/** Characters of a text that are laid out. */
const MAX_SHOWN = 400_000;

interface FileContentProps {
  file: AgentFileContent;
  /** Shows the text rather than what it means. */
  asSource: boolean;
  /** Shows a PDF. */
  pdf(file: AgentFileContent): ReactNode;
}

/** What a file holds, in the form that people read it. */
export function FileContent({ file, asSource, pdf }: FileContentProps) {
  const { t } = useTranslation('agent');
  const { path, mediaType, content } = file;
  const name = nameOf(path);
  const showing = showingOf(path, mediaType, content);
  if (showing === 'pdf') return pdf(file);
  if (showing === 'picture') return <img className={classes.picture} src={file.url} alt={name} />;
  if (content === null) return <p className={classes.note}>{t('file.binary')}</p>;
  if (asSource || showing === 'text') return <SourceText path={path} text={content} />;
  if (showing === 'markdown')
    return (
      <article className={classes.markdown}>
        <Markdown text={content} />
      </article>
    );
  if (showing === 'table') return <Table path={path} text={content} />;
  return (
    <>
      <iframe
        className={classes.frame}
        title={t('file.frame', { name })}
        sandbox=""
        srcDoc={framed(content)}
        referrerPolicy="no-referrer"
      />
      <p className={classes.note}>{t('file.frameWords')}</p>
    </>
  );
}

function SourceText({ path, text }: { path: string; text: string }) {
  const { t } = useTranslation(['agent', 'file']);
  if (text.length <= MAX_COLOURED)
    return (
      <CodeBlock code={text.replace(/\n$/, '')} language={languageOf(path) || 'text'} incomplete={false} />
    );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups no fields */}
      <pre
        className={classes.plain}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        role="group"
        aria-label={t('file.text', { name: nameOf(path) })}
      >
        {text.slice(0, MAX_SHOWN)}
      </pre>
      {text.length > MAX_SHOWN && <p className={classes.note}>{t('file:goesOn')}</p>}
    </>
  );
}

const number = /^-?[\d.,\s]+%?$/;

/** Whether a column holds numbers and nothing else. */
function isNumeric(rows: readonly string[][], column: number): boolean {
  const cells = rows.flatMap((row) => row[column] || []);
  return cells.length > 0 && cells.every((cell) => number.test(cell));
}

function Table({ path, text }: { path: string; text: string }) {
  const { t } = useTranslation('agent');
  const { rows, total } = useMemo(() => tableOf(text, separatorOf(path, text)), [path, text]);
  const [head = [], ...body] = rows;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups no fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, by keyboard too */}
      <div className={classes.table} tabIndex={0} role="group" aria-label={nameOf(path)}>
        <table>
          <thead>
            <tr>
              {head.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <th key={at} scope="col" data-number={isNumeric(body, at) || undefined}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              <tr key={at}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                  <td key={column} data-number={number.test(cell) || undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > rows.length && <p className={classes.note}>{t('file.rows', { count: rows.length, total })}</p>}
    </>
  );
}
