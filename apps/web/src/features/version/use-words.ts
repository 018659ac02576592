import type { Version } from '@tandem/shared/version/schema';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../lib/i18n/locale.ts';

/** The title of a version: its name, else its time. */
export function useVersionTitle(): (version: Pick<Version, 'name' | 'createdAt'>) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return ({ name, createdAt }) => name || format.format(createdAt);
}
