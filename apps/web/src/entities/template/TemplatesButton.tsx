import { Button, type ButtonProps } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type GalleryView, openTemplates } from './store.ts';

interface TemplatesButtonProps extends ButtonProps {
  view: GalleryView;
  /** Called before the gallery opens, for a dialog to close. */
  onOpen?(): void;
}

/** Opens the gallery where something can be started from a template. */
export function TemplatesButton({ view, onOpen, ...rest }: TemplatesButtonProps) {
  const { t } = useTranslation('template');
  return (
    <Button
      variant="default"
      leftSection={<IconTemplate size={16} stroke={1.75} aria-hidden />}
      {...rest}
      onClick={() => {
        onOpen?.();
        openTemplates(view);
      }}
    >
      {t('open')}
    </Button>
  );
}
