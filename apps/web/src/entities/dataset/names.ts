import type { Source } from '@tandem/shared/dataset/source';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns how a source is shown: a document without a name as one in the reader's language. */
export function useSourceNames(): (source: Source) => Source {
  const { t } = useTranslation('workspace');
  return useCallback(
    (source) =>
      source.name === '' ? { ...source, name: t('channel.untitled', { context: 'document' }) } : source,
    [t],
  );
}
