import { IconMessagePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type AnyEditor, selectedWords } from '../../entities/discussion/draft.ts';
import { discussionsOf } from '../../entities/discussion/store.ts';
import { ToolbarButton } from '../../entities/document/ToolbarButton.tsx';

/** Starts a discussion about the selected words. */
export function CommentButton({ documentId, editor }: { documentId: string; editor: AnyEditor }) {
  const { t } = useTranslation('discussion');
  const keys = { apple: '⌘⌥M', other: 'Ctrl+Alt+M' };
  const begin = () => discussionsOf(documentId).setDraft(selectedWords(editor));
  return <ToolbarButton label={t('add')} icon={IconMessagePlus} keys={keys} onPress={begin} />;
}
