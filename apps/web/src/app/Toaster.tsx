import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner } from 'sonner';

/** Where toasts appear: three at most, each for five seconds. F8 takes the focus there. */
export function Toaster() {
  const { t } = useTranslation();
  const theme = useComputedColorScheme('light');
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      duration={5000}
      visibleToasts={3}
      gap={14}
      hotkey={['F8']}
      containerAriaLabel={t('toast.region')}
      toastOptions={{ closeButtonAriaLabel: t('action.close') }}
      closeButton
    />
  );
}
