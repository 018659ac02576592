import {
  IconChevronDown,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDotted,
  IconListCheck,
} from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMessages } from '../../entities/message/context.ts';
import { type PlanItem, planOf } from '../../entities/run/plan.ts';
import classes from './PlanBar.module.css';

const icons = { pending: IconCircle, active: IconCircleDotted, done: IconCircleCheckFilled } as const;

/** The plan of the run that goes on, or of the newest, joined to the composer. */
export function PlanBar() {
  const { t } = useTranslation('agent');
  const id = useId();
  const [open, setOpen] = useState(false);
  const parts = useMessages(
    ({ order, messages }) =>
      messages.get(order.findLast((each) => messages.get(each)?.role === 'assistant') ?? '')?.parts,
  );
  const items = useMemo(() => (parts ? planOf(parts) : null), [parts]);
  if (!items) return null;
  const done = items.filter(({ status }) => status === 'done').length;
  const active = items.find(({ status }) => status === 'active');
  return (
    <section className={classes.plan} aria-label={t('plan.label')}>
      <button
        type="button"
        className={classes.head}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconListCheck size={16} stroke={1.75} aria-hidden />
        <span className={classes.progress}>{t('plan.progress', { done, count: items.length })}</span>
        <span className={classes.now}>
          {active ? active.text : done === items.length ? t('plan.finished') : ''}
        </span>
        <IconChevronDown className={classes.chevron} size={15} stroke={1.75} aria-hidden />
      </button>
      <span className={classes.track} aria-hidden>
        <span style={{ width: `${(done / items.length) * 100}%` }} />
      </span>
      <ol id={id} className={classes.items} hidden={!open}>
        {open && items.map((item) => <Item key={item.id} item={item} />)}
      </ol>
    </section>
  );
}

function Item({ item: { text, status } }: { item: PlanItem }) {
  const { t } = useTranslation('agent');
  const Icon = icons[status];
  return (
    <li className={classes.item} data-status={status}>
      <Icon size={16} stroke={1.75} role="img" aria-label={t(`plan.${status}`)} />
      <span>{text}</span>
    </li>
  );
}
