import { Anchor } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Setting } from '@tandem/shared/setting/schema';
import { useTranslation } from 'react-i18next';
import classes from './SettingScreen.module.css';

interface SourceProps {
  setting: Pick<Setting<unknown>, 'source' | 'variable'>;
  /** Name of the field, for the button's accessible name. */
  label: string;
  /** Discards the stored value. */
  onReset(): void;
  /** Aligned with a switch's text. */
  indented?: boolean;
}

/** The source of a value: the environment, which locks it, an operator, or the default. */
export function Source({ setting: { source, variable }, label, onReset, indented = false }: SourceProps) {
  const { t } = useTranslation('admin');
  return (
    <p className={classes.source} data-source={source} data-indented={indented || undefined}>
      {source === 'environment' && <IconLock size={14} stroke={1.75} aria-hidden />}
      <span>{t(`setting.source.${source}`, { variable })}</span>
      {source === 'database' && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          underline="always"
          aria-label={`${label}: ${t('setting.reset')}`}
          onClick={onReset}
        >
          {t('setting.reset')}
        </Anchor>
      )}
    </p>
  );
}
