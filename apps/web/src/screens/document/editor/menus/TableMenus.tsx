import { ExtendButton, TableCellButton, TableHandle, TableHandlesController } from '@blocknote/react';
import { VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconGripVertical, IconPlus } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

/** The buttons at a table, with names: those of the library have none. */
export function TableMenus() {
  return <TableHandlesController tableHandle={Handle} tableCellHandle={CellHandle} extendButton={Extend} />;
}

function Handle(props: ComponentProps<typeof TableHandle>) {
  const { t } = useTranslation('document');
  return (
    <TableHandle {...props}>
      <IconGripVertical size={16} stroke={2} aria-hidden />
      <VisuallyHidden>{t(`table.${props.orientation}`)}</VisuallyHidden>
    </TableHandle>
  );
}

function CellHandle(props: ComponentProps<typeof TableCellButton>) {
  const { t } = useTranslation('document');
  return (
    <TableCellButton {...props}>
      <IconChevronDown size={12} stroke={2} aria-hidden />
      <VisuallyHidden>{t('table.cell')}</VisuallyHidden>
    </TableCellButton>
  );
}

function Extend(props: ComponentProps<typeof ExtendButton>) {
  const { t } = useTranslation('document');
  return (
    <ExtendButton {...props}>
      <IconPlus size={16} stroke={2} aria-hidden />
      <VisuallyHidden>
        {t(props.orientation === 'addOrRemoveRows' ? 'table.addRow' : 'table.addColumn')}
      </VisuallyHidden>
    </ExtendButton>
  );
}
