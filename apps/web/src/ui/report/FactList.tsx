import classes from './Report.module.css';

export interface ReportFact {
  label: string;
  value: string;
  /** Below the value, in small. */
  words?: string;
}

/** The sums of a period, side by side. */
export function FactList({ facts }: { facts: readonly ReportFact[] }) {
  return (
    <dl className={classes.figures}>
      {facts.map(({ label, value, words }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {words && <span className={classes.hint}>{words}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
