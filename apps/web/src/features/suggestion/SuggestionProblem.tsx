import { Anchor } from '@mantine/core';
import { IconAlertCircle, IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import classes from './SuggestionCard.module.css';
import type { Problem } from './use-suggestion.ts';

/** Why there is no suggestion. If no model can write yet, it says what to do, and who can do it. */
export function SuggestionProblem({ problem }: { problem: Problem }) {
  const { t } = useTranslation('suggestion');
  const role = useSession((state) => currentTeamOf(state.user)?.role);
  if (problem.kind === 'failed')
    return (
      <p className={classes.problem} role="alert">
        <IconAlertCircle size={16} stroke={1.75} aria-hidden />
        <span>
          {problem.words}
          {problem.detail && <small>{problem.detail}</small>}
        </span>
      </p>
    );
  const administers = role === 'owner' || role === 'admin';
  return (
    <div className={classes.unset} role="alert">
      <IconPlugConnected size={22} stroke={1.5} aria-hidden />
      <div>
        <strong>{t('unset.title')}</strong>
        <p>{t(administers ? 'unset.administrator' : 'unset.member')}</p>
        {administers && (
          <Anchor component={Link} to="/admin/modelProvider" size="sm">
            {t('unset.connect')}
          </Anchor>
        )}
      </div>
    </div>
  );
}
