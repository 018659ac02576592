import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsTouch } from '../../ui/page/shell.ts';
import { ShortcutKeys } from '../../ui/shortcuts/ShortcutKeys.tsx';
import { openPalette } from './palette.ts';
import classes from './SearchButton.module.css';

/** A line of the sidebar that opens the palette. */
export function SearchButton() {
  const { t } = useTranslation('search');
  const isTouch = useIsTouch();
  return (
    <UnstyledButton className={classes.button ?? ''} aria-haspopup="dialog" onClick={openPalette}>
      <IconSearch size={17} stroke={1.75} aria-hidden />
      <span className={classes.label}>{t('open')}</span>
      {!isTouch && (
        <span aria-hidden className={classes.keys}>
          <ShortcutKeys keys="mod+k" />
        </span>
      )}
    </UnstyledButton>
  );
}
