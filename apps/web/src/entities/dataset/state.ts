import type { Source } from '@tandem/shared/dataset/source';
import { useTranslation } from 'react-i18next';

/** Says where a source stands, in a few words; why, when it failed. */
export function useSourceState(): (source: Source) => string {
  const { t } = useTranslation('source');
  return ({ kind, status, problem, pages, done, scans, recognised }) => {
    if (kind === 'folder') return t('state.folder');
    if (status === 'queued') return t('state.queued');
    if (status === 'reading' && pages === null) return t('state.begun');
    if (status === 'reading' && done === pages)
      return t('state.pictures', { done: recognised, count: scans });
    if (status === 'reading') return t('state.reading', { done, count: pages ?? done });
    if (status === 'ready') return pages === null ? t('state.done') : t('state.ready', { count: pages });
    if (problem === 'stopped' && done > 0 && pages !== null)
      return t('state.stopped', { done, count: pages });
    // Only a website can be out of reach: the words of the same name are those of a viewer.
    return t(problem === 'unreachable' ? 'problem.website' : `problem.${problem ?? 'broken'}`);
  };
}
