import { IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToolbarButton } from '../../entities/document/ToolbarButton.tsx';

/** Opens the AI prompt for the selection. */
export function AskButton({ onAsk }: { onAsk(): void }) {
  const { t } = useTranslation('document');
  const keys = { apple: '⌘J', other: 'Ctrl+J' };
  return <ToolbarButton label={t('ask.title')} icon={IconSparkles} keys={keys} onPress={onAsk} />;
}
