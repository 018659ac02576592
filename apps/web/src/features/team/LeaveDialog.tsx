import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { arrive } from '../../entities/team/queries.ts';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import { api } from '../../lib/trpc.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

/** Confirms leaving the current team. */
export default function LeaveDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('team');
  const navigate = useNavigate();
  const team = useSession((state) => currentTeamOf(state.user)?.name ?? '');
  return (
    <ConfirmDialog
      title={t('leave.title', { team })}
      words={t('leave.words')}
      confirm={t('leave.confirm')}
      grave
      onClose={onClose}
      onConfirm={async () => {
        await api.team.leave.mutate();
        navigate('/home');
        await arrive();
      }}
    />
  );
}
