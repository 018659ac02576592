import { Button, Menu } from '@mantine/core';
import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ImportPlace, openExport, openImport } from './store.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Lines of a document's menu: for what goes out of it and, to who may write, what comes in below it. */
export function ExchangeItems({ documentId, place }: { documentId: string; place: ImportPlace | null }) {
  const { t } = useTranslation('document');
  return (
    <>
      <Menu.Item leftSection={<IconFileExport {...icon} />} onClick={() => openExport(documentId)}>
        {t('export.open')}
      </Menu.Item>
      {place && (
        <Menu.Item leftSection={<IconFileImport {...icon} />} onClick={() => openImport(place)}>
          {t('import.item')}
        </Menu.Item>
      )}
    </>
  );
}

/** A button that takes files in as documents. */
export function ImportButton(place: ImportPlace) {
  const { t } = useTranslation('document');
  return (
    <Button variant="default" leftSection={<IconFileImport {...icon} />} onClick={() => openImport(place)}>
      {t('import.button')}
    </Button>
  );
}
