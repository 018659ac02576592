import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, NativeSelect, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { auditActions } from '@tandem/shared/audit/schema';
import { useTranslation } from 'react-i18next';
import classes from './AuditLog.module.css';
import { exportAddress, type Filter, noFilter } from './filter.ts';
import { useActionName } from './words.ts';

interface AuditFiltersProps {
  filter: Filter;
  onChange(filter: Filter): void;
  ofInstallation: boolean;
  isFiltered: boolean;
}

/** Filters of the log, and a button that exports the entries. */
export function AuditFilters({ filter, onChange, ofInstallation, isFiltered }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const nameOf = useActionName();
  const groups = Object.entries(Object.groupBy(auditActions, (action) => action.split('.')[0] ?? ''));
  const set = (change: Partial<Filter>) => onChange({ ...filter, ...change });
  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.search ?? ''}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        maxLength={200}
        value={filter.query}
        onChange={(event) => set({ query: event.currentTarget.value })}
      />
      <NativeSelect
        className={classes.action ?? ''}
        aria-label={t('action')}
        value={filter.action}
        onChange={(event) => set({ action: event.currentTarget.value })}
        data={[
          { value: '', label: t('all') },
          ...groups.map(([noun, actions = []]) => ({
            group: t(`noun.${noun as 'team'}`),
            items: actions.map((action) => ({ value: action, label: nameOf(action) })),
          })),
        ]}
      />
      <div className={classes.days}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            className={classes.day ?? ''}
            type="date"
            aria-label={t(end)}
            leftSection={<span aria-hidden>{t(end)}</span>}
            leftSectionWidth={56}
            value={filter[end]}
            {...(end === 'from' ? { max: filter.to || undefined } : { min: filter.from || undefined })}
            onChange={(event) => set({ [end]: event.currentTarget.value })}
          />
        ))}
      </div>
      {ofInstallation && (
        <SegmentedControl
          aria-label={t('of')}
          value={filter.of}
          data={(['team', 'installation'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(value) => set({ of: value === 'installation' ? 'installation' : 'team' })}
        />
      )}
      <span className={classes.space} />
      {isFiltered && (
        <Button variant="subtle" color="gray" onClick={() => onChange({ ...noFilter, of: filter.of })}>
          {t('clear')}
        </Button>
      )}
      <Tooltip label={t('exportWords')}>
        <Button
          component="a"
          href={exportAddress(filter)}
          download
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        >
          {t('export')}
        </Button>
      </Tooltip>
    </search>
  );
}
