import type { McpServer } from '@tandem/shared/mcp/schema';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { removeServer } from './queries.ts';

/** Confirms the removal of a server, which takes its tools from every assistant. */
export function RemoveServerDialog({ server, onClose }: { server: McpServer; onClose(): void }) {
  const { t } = useTranslation('mcp');
  return (
    <ConfirmDialog
      title={t('removing.title', { name: server.name })}
      words={t('removing.words')}
      confirm={t('remove')}
      grave
      tellsProblem
      onClose={onClose}
      onConfirm={() => removeServer(server.id)}
    />
  );
}
