import type { Token, Tokens } from 'marked';
import type { FootnoteRef, Footnotes } from 'marked-footnote';
import { decodeString } from 'micromark-util-decode-string';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../page/lazy-part.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { Formula } from './Formula.tsx';
import { inertHtml } from './inert-html.ts';
import { MarkdownImage } from './MarkdownImage.tsx';
import { MarkdownLink } from './MarkdownLink.tsx';
import { isOpenFence, type Piece } from './parse.ts';

const { Part: Diagram } = lazyPart('diagram', () => import('./Diagram.tsx'));

interface PiecesProps {
  tokens: readonly Token[];
  /** Whether more will come at the end of these. */
  open?: boolean;
}

/** Renders tokens as our own elements: no text becomes markup by itself. */
export function Pieces({ tokens, open = false }: PiecesProps) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
    <Fragment key={index}>{show(token as Piece, open && index === tokens.length - 1)}</Fragment>
  ));
}

function show(piece: Piece, open: boolean): ReactNode {
  switch (piece.type) {
    case 'space':
    case 'def':
      return null;
    case 'text':
      return piece.tokens ? <Pieces tokens={piece.tokens} open={open} /> : decodeString(piece.text);
    case 'escape':
      return piece.text;
    case 'paragraph':
      return (
        <p>
          <Pieces tokens={piece.tokens} />
        </p>
      );
    case 'heading': {
      const Heading = `h${piece.depth}` as 'h1';
      return (
        <Heading>
          <Pieces tokens={piece.tokens} />
        </Heading>
      );
    }
    case 'strong':
    case 'em':
    case 'del': {
      const Element = piece.type;
      return (
        <Element>
          <Pieces tokens={piece.tokens} />
        </Element>
      );
    }
    case 'codespan':
      return <code>{piece.text}</code>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'html':
      return <InertHtml html={piece} />;
    case 'code':
      return <Fence code={piece} open={open} />;
    case 'link':
      return <NamedLink link={piece} />;
    case 'image':
      return <MarkdownImage src={decodeString(piece.href)} alt={wordsOf(piece.tokens)} />;
    case 'blockquote':
      return (
        <blockquote>
          <Pieces tokens={piece.tokens} open={open} />
        </blockquote>
      );
    case 'list':
      return <List list={piece} open={open} />;
    case 'list_item':
      return (
        <li>
          <Pieces tokens={piece.tokens} open={open} />
        </li>
      );
    case 'checkbox':
      return <TaskBox checked={piece.checked} />;
    case 'table':
      return <Table table={piece} />;
    case 'formula':
    case 'display':
      return <Formula source={piece.text} written={piece.raw} display={piece.type === 'display'} />;
    case 'footnoteRef':
      return <NoteReference reference={piece} />;
    case 'footnotes':
      return <Notes notes={piece} />;
    default:
      return null;
  }
}

function InertHtml({ html: { raw, block } }: { html: Tokens.HTML | Tokens.Tag }) {
  const pieces = inertHtml(raw);
  if (pieces.length === 0) return null;
  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
  const shown = pieces.map((piece, index) => piece ?? <br key={index} />);
  return block ? <p>{shown}</p> : shown;
}

/** A fence; one that says mermaid is drawn as soon as it is closed. */
function Fence({ code, open }: { code: Tokens.Code; open: boolean }) {
  const incomplete = open && isOpenFence(code);
  const language = /^\S+/.exec(code.lang ?? '')?.[0].toLowerCase() ?? '';
  const text = code.text.replace(/\n+$/, '');
  if (language === 'mermaid' && !incomplete) return <Diagram code={text} />;
  return <CodeBlock code={text} language={language} incomplete={incomplete} />;
}

function NamedLink({ link: { href, autolink = false, tokens } }: { link: Tokens.Link }) {
  const words = tokens.map(({ raw }) => raw).join('');
  const isPlain = tokens.every((token) => token.type === 'text' && !('tokens' in token && token.tokens));
  const shown = autolink ? words : decodeString(words);
  const target = autolink ? href : decodeString(href);
  // Other letters can look like these, or like nothing; so can what is written as an entity, or not shown.
  const isShown = /^[!-~]+$/u.test(shown) && (autolink || (isPlain && shown === target));
  return (
    <MarkdownLink href={target} isShown={isShown}>
      {autolink ? words : <Pieces tokens={tokens} />}
    </MarkdownLink>
  );
}

/** The words of a picture's description, without their marks. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return wordsOf(token.tokens);
      return 'text' in token && typeof token.text === 'string' ? decodeString(token.text) : '';
    })
    .join('');
}

function List({ list: { ordered, start, items }, open }: { list: Tokens.List; open: boolean }) {
  const children = <Pieces tokens={items} open={open} />;
  if (!ordered) return <ul>{children}</ul>;
  return <ol start={start === '' || start === 1 ? undefined : start}>{children}</ol>;
}

/** The box of a task in a list. */
function TaskBox({ checked }: { checked: boolean }) {
  const { t } = useTranslation('common');
  return (
    <>
      <input type="checkbox" disabled checked={checked} aria-label={t('markdown.done')} />{' '}
    </>
  );
}

function Table({ table: { header, rows } }: { table: Tokens.Table }) {
  const { t } = useTranslation('common');
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups no fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, by keyboard too
    <div data-table="" tabIndex={0} role="group" aria-label={t('markdown.table')}>
      <table>
        <thead>
          <Row cells={header} />
        </thead>
        {rows.length > 0 && (
          <tbody>
            {rows.map((cells, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              <Row key={index} cells={cells} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

function Row({ cells }: { cells: Tokens.TableCell[] }) {
  return (
    <tr>
      {cells.map(({ header, align, tokens }, index) => {
        const Cell = header ? 'th' : 'td';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
          <Cell key={index} style={align ? { textAlign: align } : undefined}>
            <Pieces tokens={tokens} />
          </Cell>
        );
      })}
    </tr>
  );
}

function NoteReference({ reference: { id, index, label } }: { reference: FootnoteRef }) {
  return (
    <sup id={backOf(label, index)}>
      <MarkdownLink href={`#${noteOf(label)}`}>{id}</MarkdownLink>
    </sup>
  );
}

function Notes({ notes: { items } }: { notes: Footnotes }) {
  const { t } = useTranslation('common');
  if (items.length === 0) return null;
  return (
    <section data-footnotes="">
      <h2 className="sr-only">{t('markdown.notes')}</h2>
      <ol>
        {items.map(({ label, content, refs }) => (
          <li key={label} id={noteOf(label)}>
            <Pieces tokens={content} />
            {refs.map(({ index }) => (
              <a key={index} href={`#${backOf(label, index)}`} aria-label={t('markdown.backToText')}>
                ↩
              </a>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function noteOf(label: string): string {
  return `user-content-fn-${encodeURIComponent(label)}`;
}

function backOf(label: string, index: number): string {
  return `user-content-fnref-${encodeURIComponent(label)}${index > 0 ? `-${index + 1}` : ''}`;
}
