import { useTranslation } from 'react-i18next';
import classes from './ApprovalCard.module.css';
import { inOrder, objectIn } from './approval.ts';
import { fullText } from './tool.ts';

/** The model's input to a tool, as text. */
export function Given({ input, order }: { input: unknown; order: string[] | undefined }) {
  const { t } = useTranslation('mcp');
  const given = objectIn(input) ?? {};
  // All values: the tool decides the order, so an omitted one could be what matters.
  const entries = inOrder(Object.keys(given), order).map((name) => [name, given[name]] as const);
  if (entries.length === 0) return <p className={classes.none}>{t('approval.nothing')}</p>;
  return (
    <dl className={classes.given}>
      {entries.map(([name, value]) => (
        <div key={name} className={classes.value}>
          <dt>{name}</dt>
          <dd>{fullText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
