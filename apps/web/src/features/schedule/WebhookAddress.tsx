import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/clipboard.ts';
import { toast } from '../../lib/toasts.ts';
import classes from './Schedule.module.css';

/** The address of a webhook with its secret, which is shown this once. */
export function WebhookAddress({ path, onDone }: { path: string; onDone(): void }) {
  const { t } = useTranslation('schedule');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const address = `${location.origin}${path}`;
  const copy = async () => {
    if (await copyText(address)) toast.success(t('webhook.copied'));
    else toast.error(t('webhook.copyFailed'));
  };
  return (
    <section className={classes.address} aria-label={t('webhook.address')}>
      <Text size="sm">{t('webhook.once')}</Text>
      <code>{address}</code>
      <div className={classes.actions}>
        <Button ref={button} size="compact-sm" onClick={() => void copy()}>
          {t('webhook.copy')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {t('webhook.done')}
        </Button>
      </div>
    </section>
  );
}
