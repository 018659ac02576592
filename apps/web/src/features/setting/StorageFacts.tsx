import type { InstallationSetting } from '@tandem/shared/setting/schema';
import { useTranslation } from 'react-i18next';
import classes from './SettingScreen.module.css';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

function sizeOf(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power],
    unitDisplay: 'short',
    maximumFractionDigits: power > 2 ? 1 : 0,
  }).format(bytes / 1024 ** power);
}

/** Where files are, and how much room there is; nothing that could be changed here. */
export function StorageFacts({ storage }: { storage: InstallationSetting['storage'] }) {
  const { t, i18n } = useTranslation('admin');
  const { kind, place, files, used, free } = storage;
  return (
    <section className={classes.section} aria-label={t('setting.storage.title')}>
      <h2 className={classes.heading}>{t('setting.storage.title')}</h2>
      <p className={classes.words}>{t('setting.storage.words')}</p>
      <dl className={classes.facts}>
        <dt>{t(`setting.storage.${kind}`)}</dt>
        <dd className={classes.place}>{place}</dd>
        <dt>{t('setting.storage.used')}</dt>
        <dd>
          {sizeOf(used, i18n.language)} · {t('setting.storage.files', { count: files })}
        </dd>
        {free !== null && (
          <>
            <dt>{t('setting.storage.free')}</dt>
            <dd>{sizeOf(free, i18n.language)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
