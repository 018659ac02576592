import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ImportPlace, openImport } from '../../entities/exchange/store.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** A button that takes files in as documents. */
export function ImportButton(place: ImportPlace) {
  const { t } = useTranslation('document');
  return (
    <Button variant="default" leftSection={<IconFileImport {...icon} />} onClick={() => openImport(place)}>
      {t('import.button')}
    </Button>
  );
}
