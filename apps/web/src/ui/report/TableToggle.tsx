import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Shows the numbers of a chart as a table, and back. */
export function TableToggle({ asTable, onChange }: { asTable: boolean; onChange(asTable: boolean): void }) {
  const { t } = useTranslation('usage');
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      aria-pressed={asTable}
      onClick={() => onChange(!asTable)}
    >
      {t(asTable ? 'asChart' : 'asTable')}
    </Button>
  );
}
