import type { Inline, StyledText } from '@tandem/shared/document/blocks';
import type { DifferenceRun } from '@tandem/shared/version/difference';
import type { ReactNode } from 'react';
import classes from './BlockView.module.css';

/** Text with additions underlined and removals struck through. */
export function Runs({ runs }: { runs: readonly DifferenceRun[] }) {
  let at = 0;
  return runs.map((run) => {
    const key = at++;
    const text = <InlineView inline={run.inline} />;
    if (run.in === 'added') return <ins key={key}>{text}</ins>;
    if (run.in === 'removed') return <del key={key}>{text}</del>;
    return <span key={key}>{text}</span>;
  });
}

function InlineView({ inline }: { inline: Inline }) {
  if (inline.type === 'text') return <Styled text={inline} />;
  if (inline.type === 'mention') return <span className={classes.mention}>@{inline.props.label}</span>;
  let at = 0;
  return (
    <span className={classes.link} title={inline.href}>
      {inline.content.map((text) => (
        <Styled key={at++} text={text} />
      ))}
    </span>
  );
}

function Styled({ text: { text, styles } }: { text: StyledText }) {
  let shown: ReactNode = text;
  if (styles.code) shown = <code>{shown}</code>;
  if (styles.bold) shown = <strong>{shown}</strong>;
  if (styles.italic) shown = <em>{shown}</em>;
  if (styles.strike) shown = <s>{shown}</s>;
  if (styles.underline) shown = <u>{shown}</u>;
  return shown;
}
