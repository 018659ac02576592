import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { MemberProps } from './MemberRow.tsx';

interface Standing {
  /** Asks for confirmation before suspending or removing. */
  ask(what: 'suspend' | 'remove'): void;
  /** Ends the suspension. */
  resume(): void;
  /** The question that is open, to be put on the page. */
  question: ReactNode;
}

/** Suspends a person, lets them in again, or takes them out of the team. */
export function useStanding({ member, team, onChange }: MemberProps): Standing {
  const { t } = useTranslation('team');
  const [asked, setAsked] = useState<'suspend' | 'remove' | null>(null);
  const { id: userId, name } = member;

  async function suspend(suspended: boolean) {
    onChange(await api.team.suspend.mutate({ userId, suspended }));
  }

  return {
    ask: setAsked,
    // A failure shows as a toast.
    resume: () => void suspend(false).catch(() => {}),
    question: asked && (
      <ConfirmDialog
        title={t(`${asked}.title`, { name })}
        words={t(`${asked}.words`, { team: team.name })}
        confirm={t(`${asked}.confirm`)}
        grave={asked === 'remove'}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (asked === 'suspend') return suspend(true);
          await api.team.removeMember.mutate({ userId });
          toast.success(t('remove.done', { name }));
          onChange(null);
        }}
      />
    ),
  };
}
