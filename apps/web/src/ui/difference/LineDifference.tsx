import { memo, type ReactNode } from 'react';
import classes from './LineDifference.module.css';
import { type DifferenceLine, type LineHunk, linesOf, pairsOf } from './lines.ts';

interface LineDifferenceProps {
  label: string;
  hunks: readonly LineHunk[];
  /** In one column, or before and after beside each other. */
  layout: 'unified' | 'split';
  /** Without the numbers of lines, for a piece whose place is not known. */
  bare?: boolean;
}

const signs = { same: ' ', added: '+', removed: '−' } as const;

/** What differs between two texts, by line. Signs say it besides colours. */
export const LineDifference = memo(function LineDifference({
  label,
  hunks,
  layout,
  bare = false,
}: LineDifferenceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups no fields
    <div
      className={classes.difference}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard too
      tabIndex={0}
      role="group"
      aria-label={label}
      data-bare={bare || undefined}
    >
      <table className={classes.table} data-layout={layout}>
        {hunks.map((hunk, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a hunk is its place
          <tbody key={at}>
            {at > 0 && (
              <tr className={classes.gap} aria-hidden>
                <td colSpan={layout === 'split' ? 4 : 3}>⋯</td>
              </tr>
            )}
            {layout === 'split'
              ? pairsOf(linesOf(hunk)).map(([before, after], row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
                  <tr key={row}>
                    <Side line={before} number={before?.before} />
                    <Side line={after} number={after?.after} />
                  </tr>
                ))
              : linesOf(hunk).map((line, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
                  <tr key={row} data-kind={line.kind}>
                    <LineNumber>{line.before}</LineNumber>
                    <LineNumber>{line.after}</LineNumber>
                    <Text line={line} />
                  </tr>
                ))}
          </tbody>
        ))}
      </table>
    </div>
  );
});

function Side({ line, number }: { line: DifferenceLine | null; number: number | null | undefined }) {
  if (!line)
    return (
      <>
        <td className={classes.number} />
        <td className={classes.empty} />
      </>
    );
  return (
    <>
      <LineNumber kind={line.kind}>{number}</LineNumber>
      <Text line={line} kind={line.kind} />
    </>
  );
}

function LineNumber({ children, kind }: { children: ReactNode; kind?: DifferenceLine['kind'] }) {
  return <td className={classes.number} data-kind={kind} data-number={children ?? ''} aria-hidden />;
}

function Text({ line, kind }: { line: DifferenceLine; kind?: DifferenceLine['kind'] }) {
  const words = (
    <>
      <span className={classes.sign}>{signs[line.kind]}</span>
      {line.text}
    </>
  );
  return (
    <td className={classes.text} data-kind={kind}>
      {line.kind === 'added' ? <ins>{words}</ins> : line.kind === 'removed' ? <del>{words}</del> : words}
    </td>
  );
}
