import type { InstallationSetting } from '@tandem/shared/setting/schema';
import { useTranslation } from 'react-i18next';
import { sizeInWords } from '../../ui/files/file-size.ts';
import page from '../../ui/page/Page.module.css';
import classes from './SettingScreen.module.css';

/** Storage location and free space; read-only. */
export function StorageFacts({ storage }: { storage: InstallationSetting['storage'] }) {
  const { t, i18n } = useTranslation('admin');
  const { kind, place, files, used, free } = storage;
  return (
    <section className={page.section} aria-label={t('setting.storage.title')}>
      <h2 className={page.heading}>{t('setting.storage.title')}</h2>
      <p className={page.words}>{t('setting.storage.words')}</p>
      <dl className={classes.facts}>
        <dt>{t(`setting.storage.${kind}`)}</dt>
        <dd className={classes.place}>{place}</dd>
        <dt>{t('setting.storage.used')}</dt>
        <dd>
          {sizeInWords(used, i18n.language)} · {t('setting.storage.files', { count: files })}
        </dd>
        {free !== null && (
          <>
            <dt>{t('setting.storage.free')}</dt>
            <dd>{sizeInWords(free, i18n.language)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
