import { IconClock, IconWebhook } from '@tabler/icons-react';
import { triggerOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { useTranslation } from 'react-i18next';
import { OutputText } from './OutputText.tsx';
import classes from './RunNote.module.css';

/** Above a task that a schedule sent: which one, and what the caller of its webhook sent along. */
export function TriggerNote({ message }: { message: Message }) {
  const { t } = useTranslation('agent');
  const trigger = triggerOf(message.parts);
  if (!trigger) return null;
  const { kind, name, outside } = trigger;
  const Icon = kind === 'webhook' ? IconWebhook : IconClock;
  return (
    <>
      <p className={classes.note}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <span className={classes.name}>{t(`trigger.${kind}`, { name })}</span>
      </p>
      {outside !== null && (
        <details className={classes.outside}>
          <summary>{t('trigger.outside')}</summary>
          <OutputText label={t('trigger.outside')} text={outside} />
        </details>
      )}
    </>
  );
}
