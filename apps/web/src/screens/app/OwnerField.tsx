import '@mantine/core/styles/Combobox.layer.css';
import { Button, Select } from '@mantine/core';
import type { AdministeredApp } from '@tandem/shared/app/administration';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/trpc.ts';
import classes from '../../ui/admin/AdminTable.module.css';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface OwnerFieldProps {
  app: AdministeredApp;
  /** Transfers the app to somebody; the call shows its own failure. */
  onHand(ownerId: number): Promise<unknown>;
}

/** Finds a member by name or address and hands an app over to them. */
export function OwnerField({ app, onHand }: OwnerFieldProps) {
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ id: number; name: string; email: string } | null>(null);
  const [asking, setAsking] = useState(false);
  // The chosen name in the field is not a search.
  const query = useDeferredValue(typed === chosen?.name ? '' : typed.trim());
  const { data } = useQuery({
    queryKey: ['team.roster', 'owners', query],
    queryFn: ({ signal }) =>
      api.team.roster.query(
        { state: 'active', limit: 20, ...(query && { query }) },
        { signal, context: { silent: true } },
      ),
    placeholderData: keepPreviousData,
  });
  const people = (data?.list ?? []).filter(({ id, role }) => role !== 'guest' && id !== app.owner.id);
  const known = chosen && !people.some(({ id }) => id === chosen.id) ? [chosen, ...people] : people;
  const emailOf = new Map(known.map(({ id, email }) => [String(id), email]));
  return (
    <section className={classes.section} aria-label={t('application.transfer')}>
      <h3>{t('application.transfer')}</h3>
      <Select
        w="100%"
        searchable
        clearable
        aria-label={t('application.newOwner')}
        placeholder={t('application.newOwner')}
        description={t('application.transferWords')}
        nothingFoundMessage={t('teamMember.none')}
        clearButtonProps={{ 'aria-label': t('application.clear') }}
        filter={({ options }) => options}
        // Many have the same name; addresses tell them apart.
        renderOption={({ option }) => (
          <span className={classes.option}>
            {option.label}
            <span>{emailOf.get(option.value)}</span>
          </span>
        )}
        data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen ? String(chosen.id) : null}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(value) => setChosen(known.find(({ id }) => String(id) === value) ?? null)}
      />
      {chosen && (
        <Button onClick={() => setAsking(true)}>{t('application.handTo', { name: chosen.name })}</Button>
      )}
      {asking && chosen && (
        <ConfirmDialog
          title={t('application.handTitle', { app: app.name, name: chosen.name })}
          words={t('application.transferWords')}
          confirm={t('application.hand')}
          onClose={() => setAsking(false)}
          onConfirm={() => onHand(chosen.id)}
        />
      )}
    </section>
  );
}
