import { Anchor } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BIN_PATH } from '../../entities/workspace/path.ts';
import form from '../../ui/page/SettingForm.module.css';

/** Links to the deleted channels of an app, in the bin. */
export function ChannelBin({ appId }: { appId: string }) {
  const { t } = useTranslation('workspace');
  const id = useId();
  return (
    <section className={form.form} aria-labelledby={id}>
      <h2 id={id} className={form.title}>
        {t('bin.title')}
      </h2>
      <p className={form.words}>{t('bin.wordsChannels')}</p>
      <div className={form.fields}>
        <Anchor component={Link} to={`${BIN_PATH}&app=${appId}`}>
          {t('bin.open')}
        </Anchor>
      </div>
    </section>
  );
}
