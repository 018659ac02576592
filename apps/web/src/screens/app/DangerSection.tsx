import { Button } from '@mantine/core';
import type { App } from '@tandem/shared/app/schema';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RemoveAppDialog } from '../../features/workspace/dialogs/RemoveAppDialog.tsx';
import form from '../../ui/page/SettingForm.module.css';

/** The end of an app. */
export function DangerSection({ app }: { app: App }) {
  const { t } = useTranslation('workspace');
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const id = useId();
  return (
    <section className={form.form} aria-labelledby={id}>
      <h2 id={id} className={form.title}>
        {t('danger.title')}
      </h2>
      <p className={form.words}>{t('danger.words')}</p>
      <Button mt="md" variant="default" c="var(--mantine-color-error)" onClick={() => setAsking(true)}>
        {t('danger.do')}
      </Button>
      {asking && (
        <RemoveAppDialog
          app={app}
          onClose={() => setAsking(false)}
          onRemoved={() => void navigate('/home')}
        />
      )}
    </section>
  );
}
