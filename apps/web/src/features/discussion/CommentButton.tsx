import { useComponentsContext } from '@blocknote/react';
import { IconMessagePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type AnyEditor, selectedWords } from './draft.ts';
import { discussionsOf } from './store.ts';

/** Begins a discussion about the selected words, among the tools that the editor shows at a selection. */
export function CommentButton({ documentId, editor }: { documentId: string; editor: AnyEditor }) {
  const { t } = useTranslation('discussion');
  const Components = useComponentsContext();
  if (!Components) return null;
  const isApple = /Mac|iPhone|iPad/u.test(navigator.platform);
  return (
    <Components.FormattingToolbar.Button
      className="bn-button"
      label={t('add')}
      mainTooltip={t('add')}
      secondaryTooltip={isApple ? '⌘⌥M' : 'Ctrl+Alt+M'}
      icon={<IconMessagePlus size={18} stroke={1.75} aria-hidden />}
      onClick={() => discussionsOf(documentId).setDraft(selectedWords(editor))}
    />
  );
}
