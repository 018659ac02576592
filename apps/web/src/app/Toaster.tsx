import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner, toast } from 'sonner';
import { showToastsBy } from '../lib/toasts.ts';

/** Shows toasts: at most three, for five seconds each. F8 moves the focus to them. */
export default function Toaster() {
  const { t } = useTranslation();
  const theme = useComputedColorScheme('light');
  // Effects of the children ran before this one, so sonner is listening.
  useEffect(() => showToastsBy(toast), []);
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
