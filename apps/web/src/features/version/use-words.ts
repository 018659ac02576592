import type { Version } from '@tandem/shared/version/schema';
import { useTranslation } from 'react-i18next';

/** What a version is called: its name, else when it was kept. */
export function useVersionTitle(): (version: Pick<Version, 'name' | 'createdAt'>) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return ({ name, createdAt }) => name || format.format(createdAt);
}
