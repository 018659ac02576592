import { IconChevronRight } from '@tabler/icons-react';
import type { AuditEntry } from '@tandem/shared/audit/schema';
import { useTranslation } from 'react-i18next';
import { Portrait } from '../../ui/Portrait.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './AuditLog.module.css';
import { useActionName } from './words.ts';

/** One entry: a line that opens to everything that is known of it. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('audit');
  const nameOf = useActionName();
  const { actor, target, action, createdAt, detail } = entry;
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
            <Change detail={detail} />
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

/** The gist of a change, where there is one. */
function Change({ detail }: { detail: AuditEntry['detail'] }) {
  const { person, from, to } = detail;
  const plain = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return (
    <>
      {plain(person) && <span className={classes.gist}>{String(person)}</span>}
      {plain(to) && (
        <span className={classes.gist}>{plain(from) ? `${String(from)} → ${String(to)}` : String(to)}</span>
      )}
    </>
  );
}

const labels = new Set([
  ...['person', 'role', 'from', 'to', 'visibility', 'permission', 'type', 'channels', 'apps', 'format'],
  ...['grants', 'declined', 'byInvitation', 'invitationId', 'removed', 'delivery'],
  ...['registration', 'emailDomains', 'language', 'theme', 'defaultModelId'],
]);

function Facts({ entry: { id, detail, ip, createdAt, target } }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('audit');
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'medium' });
  const labelOf = (name: string) => (labels.has(name) ? t(`detail.${name as 'person'}`) : name);
  return (
    <dl className={classes.facts}>
      <Fact label={t('detail.time')} value={exact.format(createdAt)} />
      {Object.entries(detail).map(([name, value]) => (
        <Fact key={name} label={labelOf(name)} value={told(value)} />
      ))}
      {target && <Fact label={t('detail.id')} value={`${target.kind} ${target.id}`} />}
      {ip !== '' && <Fact label={t('detail.ip')} value={ip} />}
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

/** Plain words for what is plain, "before → after" for a change, JSON for the rest. */
function told(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'object') return String(value);
  if ('from' in value && 'to' in value && Object.keys(value).length === 2)
    return `${told(value.from)} → ${told(value.to)}`;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ') || '–';
  return JSON.stringify(value);
}
