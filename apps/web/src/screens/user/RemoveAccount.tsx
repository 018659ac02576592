import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import page from '../../ui/page/Page.module.css';
import classes from './GeneralScreen.module.css';
import { RemoveAccountDialog } from './RemoveAccountDialog.tsx';

/** Deletion of the account, and what happens to the person's content. */
export function RemoveAccount() {
  const { t } = useTranslation('settings');
  const [asking, setAsking] = useState(false);
  const id = useId();
  return (
    <section className={page.section} aria-labelledby={id}>
      <h2 id={id} className={page.heading}>
        {t('remove.title')}
      </h2>
      <p className={page.words}>{t('remove.words')}</p>
      <Button className={classes.remove ?? ''} variant="outline" color="red" onClick={() => setAsking(true)}>
        {t('remove.open')}
      </Button>
      {asking && <RemoveAccountDialog onClose={() => setAsking(false)} />}
    </section>
  );
}
