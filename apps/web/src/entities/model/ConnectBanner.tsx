import { ActionIcon, Button } from '@mantine/core';
import { IconPlugConnected, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { personalKey } from '../../lib/personal.ts';
import { useSession } from '../../lib/session/session.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import classes from './ConnectBanner.module.css';
import { useNeedsProvider } from './use-needs-provider.ts';

/** Kept in the browser, for the person and the team. */
const keyFor = (teamId: string) => personalKey('connect-hint', teamId);

/** Tells administrators that only the built-in assistant answers so far, until they dismiss it. */
export function ConnectBanner() {
  const teamId = useSession(({ user }) => user.currentTeamId) ?? '';
  const needed = useNeedsProvider();
  // Until it is known whether it was put away, it would only flash up.
  const [known, setKnown] = useState<{ teamId: string; dismissed: boolean } | null>(null);
  useEffect(() => {
    let over = false;
    void readStored(keyFor(teamId), false).then((stored) => {
      if (!over) setKnown({ teamId, dismissed: stored === true });
    });
    return () => {
      over = true;
    };
  }, [teamId]);
  if (!needed || known?.teamId !== teamId || known.dismissed) return null;
  return (
    <Banner
      onDismiss={() => {
        setKnown({ teamId, dismissed: true });
        void writeStored(keyFor(teamId), true);
      }}
    />
  );
}

function Banner({ onDismiss }: { onDismiss(): void }) {
  const { t } = useTranslation('chat');
  return (
    <section className={classes.banner} aria-label={t('connect.title')}>
      <IconPlugConnected className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>{t('connect.title')}</p>
        <p className={classes.text}>{t('connect.words')}</p>
        <Button component={Link} to="/admin/modelProvider" size="xs" mt={10}>
          {t('connect.link')}
        </Button>
      </div>
      <ActionIcon aria-label={t('connect.dismiss')} title={t('connect.dismiss')} onClick={onDismiss}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </section>
  );
}
