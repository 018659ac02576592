import { Button } from '@mantine/core';
import type { OwnInvitation } from '@tandem/shared/invitation/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { join, landingPath } from '../../entities/team/queries.ts';
import { api, trpc } from '../../lib/trpc.ts';
import { BoldNames, nameMarks } from '../../ui/BoldNames.tsx';
import classes from './InvitationBanner.module.css';

/** Open invitations to the reader, each to be joined or declined; nothing while there are none. */
export function InvitationBanner() {
  const { t } = useTranslation('team');
  const { invitation: held } = trpc.useUtils();
  const { data } = trpc.invitation.mine.useQuery(undefined, { trpc: { context: { silent: true } } });
  if (!data || data.length === 0) return null;
  return (
    <section className={classes.list} aria-label={t('banner.label')}>
      {data.map((invitation) => (
        <Banner
          key={invitation.id}
          invitation={invitation}
          onGone={() =>
            held.mine.setData(undefined, (list) => list?.filter(({ id }) => id !== invitation.id))
          }
        />
      ))}
    </section>
  );
}

function Banner({ invitation, onGone }: { invitation: OwnInvitation; onGone(): void }) {
  const { t } = useTranslation('team');
  const navigate = useNavigate();
  const [busy, setBusy] = useState<'join' | 'decline' | null>(null);
  const { id: invitationId, team, inviter } = invitation;

  async function accept() {
    setBusy('join');
    if (await join({ invitationId })) navigate(await landingPath({ invitationId }));
    else setBusy(null);
  }
  async function decline() {
    setBusy('decline');
    try {
      await api.invitation.decline.mutate({ invitationId });
      onGone();
    } catch {
      // The call itself showed why.
      setBusy(null);
    }
  }

  return (
    <div className={classes.banner}>
      <p className={classes.words}>
        <BoldNames
          words={t(inviter ? 'banner.words' : 'banner.wordsNobody', {
            inviter: nameMarks[0],
            team: nameMarks[1],
          })}
          names={[inviter, team]}
        />
      </p>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        loading={busy === 'decline'}
        disabled={busy !== null}
        onClick={() => void decline()}
      >
        {t('banner.decline')}
      </Button>
      <Button size="xs" loading={busy === 'join'} disabled={busy !== null} onClick={() => void accept()}>
        {t('banner.join')}
      </Button>
    </div>
  );
}
