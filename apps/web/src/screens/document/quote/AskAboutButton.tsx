import { IconMessageQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AnyEditor } from '../../../entities/discussion/draft.ts';
import { ToolbarButton } from '../../../entities/document/ToolbarButton.tsx';
import { askAbout } from './asked-quote.ts';
import { selectedQuote } from './selected-quote.ts';

/** Asks about the selected words in the chat. */
export function AskAboutButton({ documentId, editor }: { documentId: string; editor: AnyEditor }) {
  const { t } = useTranslation('document');
  const ask = () => askAbout(documentId, selectedQuote(editor));
  return <ToolbarButton label={t('chat.ask')} icon={IconMessageQuestion} onPress={ask} />;
}
