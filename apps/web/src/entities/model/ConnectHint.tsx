import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './ConnectHint.module.css';
import { useNeedsProvider } from './use-needs-provider.ts';

/**
 * Tells administrators that only the built-in assistant answers so far; renders nothing for others, or when
 * there are models.
 */
export function ConnectHint() {
  const { t } = useTranslation('chat');
  if (!useNeedsProvider()) return null;
  return (
    <p className={classes.hint}>
      {t('connect.words')}{' '}
      <Anchor component={Link} to="/admin/modelProvider" inherit>
        {t('connect.link')}
      </Anchor>
    </p>
  );
}
