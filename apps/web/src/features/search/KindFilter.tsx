import { useTranslation } from 'react-i18next';
import { FilterChips } from '../../ui/FilterChips.tsx';
import type { Filter } from './items.ts';

const filters: Filter[] = [
  'all',
  'message',
  'document',
  'source',
  'comment',
  'channel',
  'app',
  'person',
  'command',
];

/** Narrows the palette to one kind. */
export function KindFilter({ filter, onPick }: { filter: Filter; onPick(filter: Filter): void }) {
  const { t } = useTranslation('search');
  return (
    <FilterChips
      small
      label={t('filter')}
      chips={filters.map((value) => ({ value, label: t(`group.${value}`) }))}
      chosen={filter}
      onChoose={onPick}
    />
  );
}
