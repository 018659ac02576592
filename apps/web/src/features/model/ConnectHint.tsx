import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentTeamOf, useSession } from '../../lib/session.ts';
import classes from './ConnectHint.module.css';
import { useChatModels } from './queries.ts';

/** Tells who can change it that only the built-in assistant answers so far; nothing for others, or where models are. */
export function ConnectHint() {
  const { t } = useTranslation('chat');
  const role = useSession((state) => currentTeamOf(state.user)?.role);
  const models = useChatModels();
  if (role !== 'owner' && role !== 'admin') return null;
  if (models.length === 0 || models.some(({ provider }) => provider.kind !== 'offline')) return null;
  return (
    <p className={classes.hint}>
      {t('connect.words')}{' '}
      <Anchor component={Link} to="/admin/modelProvider" inherit>
        {t('connect.link')}
      </Anchor>
    </p>
  );
}
