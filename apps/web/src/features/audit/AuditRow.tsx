import { IconChevronRight } from '@tabler/icons-react';
import type { AuditEntry } from '@tandem/shared/audit/schema';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../lib/i18n/locale.ts';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './AuditLog.module.css';
import { useDetailWords } from './detail.ts';
import { useActionName } from './words.ts';

/** One entry: a line that expands to all its details. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('audit');
  const nameOf = useActionName();
  const { gistsOf } = useDetailWords();
  const { actor, target, action, createdAt } = entry;
  const who = actor?.name || t('nobody');
  const isSelf = target?.kind === 'user' && target.id === String(actor?.id);
  const named = target && target.kind !== 'setting' && !isSelf;
  return (
    <li className={classes.entry}>
      <details>
        <summary className={classes.line}>
          <IconChevronRight size={14} stroke={1.75} aria-hidden className={classes.chevron} />
          <Portrait name={who} avatar="" size={24} />
          <span className={classes.said}>
            <b className={classes.name}>{who}</b>{' '}
            <span className={classes.did}>{inside(nameOf(action), i18n.language)}</span>
            {named && (
              <>
                {' '}
                <b className={classes.name}>{target.name || t('unnamed')}</b>
              </>
            )}
            {gistsOf(entry).map((gist) => (
              <span key={gist} className={classes.gist}>
                {gist}
              </span>
            ))}
          </span>
          <RelativeTime date={createdAt} className={classes.time} />
        </summary>
        <Facts entry={entry} />
      </details>
    </li>
  );
}

/** Words that begin a line, within one. */
function inside(words: string, language: string): string {
  return words.slice(0, 1).toLocaleLowerCase(language) + words.slice(1);
}

function Facts({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('audit');
  const { factsOf } = useDetailWords();
  const { id, ip, createdAt, target } = entry;
  const exact = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'long', timeStyle: 'medium' });
  return (
    <dl className={classes.facts}>
      <Fact label={t('detail.time')} value={exact.format(createdAt)} />
      {factsOf(entry).map(({ name, label, value }) => (
        <Fact key={name} label={label} value={value} />
      ))}
      {ip !== '' && <Fact label={t('detail.ip')} value={ip} />}
      {target && <Fact label={t('detail.id')} value={target.id} />}
      <Fact label={t('entry')} value={id} />
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
