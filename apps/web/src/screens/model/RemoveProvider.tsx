import { Button } from '@mantine/core';
import type { ProviderDetails } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './ProviderScreen.module.css';
import { dropProvider } from './provider-queries.ts';

/** Removes a provider, after saying what uses it. */
export function RemoveProvider({ provider }: { provider: ProviderDetails }) {
  const { t } = useTranslation('model');
  const navigate = useNavigate();
  const { id: providerId, name, models, assistants } = provider;
  const [asking, setAsking] = useState(false);

  async function remove() {
    await api.provider.remove.mutate({ providerId });
    await navigate('/admin/modelProvider', { replace: true });
    dropProvider(providerId);
    toast.success(t('remove.done', { name }));
  }

  return (
    <section className={classes.section} aria-label={t('remove.open')}>
      <div className={classes.line}>
        <p className={classes.hint}>{t('remove.words')}</p>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('remove.open')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('remove.title', { name })}
          words={`${models > 0 ? t('remove.models', { count: models }) : t('remove.nothing')} ${
            assistants > 0 ? t('remove.assistants', { count: assistants }) : t('remove.noAssistants')
          }`}
          confirm={t('remove.confirm')}
          grave
          onClose={() => setAsking(false)}
          onConfirm={remove}
        />
      )}
    </section>
  );
}
