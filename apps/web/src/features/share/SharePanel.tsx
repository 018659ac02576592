import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core';
import { IconCopy, IconLink, IconMail, IconX } from '@tabler/icons-react';
import type { Permission } from '@tandem/shared/access/permissions';
import { useTranslation } from 'react-i18next';
import type { ShareTarget } from '../../entities/share/store.ts';
import { useAccess } from '../../entities/share/use-access.ts';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { copyText } from '../../lib/clipboard.ts';
import { describeError } from '../../lib/errors.ts';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import { toast } from '../../lib/toasts.ts';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import { AlongNote } from './AlongNote.tsx';
import { InviteField } from './InviteField.tsx';
import { PersonRow } from './PersonRow.tsx';
import classes from './SharePanel.module.css';
import { WhoRow } from './WhoRow.tsx';

interface SharePanelProps {
  target: ShareTarget;
  /** Whether it is in its own dialog, where it takes the focus. */
  alone?: boolean;
  /** Called when the reader has given up their own access. */
  onLeft(): void;
}

/** Lists who has access to an app or channel, and why; managers can change it. */
export default function SharePanel({ target, alone = false, onLeft }: SharePanelProps) {
  const { t } = useTranslation('share');
  const { query, problem, actions } = useAccess(target);
  const isDataset = useWorkspace(({ tree }) => tree.channels.get(target.id)?.kind === 'dataset');
  const mayWords = (level: Permission) => t(isDataset ? `mayDataset.${level}` : `may.${level}`);
  const user = useSession((state) => state.user);
  const team = currentTeamOf(user)?.name ?? '';
  const [access] = query.data?.pages ?? [];

  if (!access && query.error)
    return (
      <div className={classes.failed} role="alert">
        <p>{describeError(query.error)}</p>
        <Button variant="default" onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  if (!access)
    return (
      <div className={classes.loading} role="status" aria-label={t('loading')}>
        <Loader size="sm" />
      </div>
    );
  const people = query.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <div className={classes.panel}>
      {access.abilities.manage && (
        <InviteField
          people={people}
          mayInvite={access.abilities.invite}
          first={alone}
          mayWords={mayWords}
          onShare={actions.share}
        />
      )}
      {access.abilities.manage && access.target.kind === 'channel' && (
        <AlongNote channelId={access.target.id} isDataset={isDataset} />
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <WhoRow access={access} team={team} mayWords={mayWords} actions={actions} />
      <section aria-label={t('people')}>
        <h3 className={classes.heading}>{t('people')}</h3>
        <ul className={classes.list}>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isMe={person.id === user.id}
              team={team}
              mayWords={mayWords}
              actions={actions}
              onLeft={onLeft}
            />
          ))}
        </ul>
        <LoadMore list={query} size="compact-sm" />
      </section>
      {access.pending.length > 0 && (
        <section aria-label={t('pending.title')}>
          <h3 className={classes.heading}>{t('pending.title')}</h3>
          <ul className={classes.list}>
            {access.pending.map((each) => (
              <li key={each.invitationId} className={classes.row}>
                <span className={classes.badge} aria-hidden>
                  <IconMail size={16} stroke={1.75} />
                </span>
                <div className={classes.words}>
                  <span className={classes.name}>{each.email}</span>
                  <span className={classes.note}>
                    {t('pending.note', { level: t(`level.${each.permission}`) })}
                  </span>
                </div>
                <Tooltip label={t('pending.copy', { email: each.email })}>
                  <ActionIcon
                    aria-label={t('pending.copy', { email: each.email })}
                    onClick={async () => {
                      if (await copyText(each.link)) toast.success(t('linkCopied'));
                    }}
                  >
                    <IconCopy size={16} stroke={1.75} />
                  </ActionIcon>
                </Tooltip>
                <Tooltip label={t('pending.withdraw', { email: each.email })}>
                  <ActionIcon
                    aria-label={t('pending.withdraw', { email: each.email })}
                    onClick={() => void actions.withdraw(each)}
                  >
                    <IconX size={16} stroke={1.75} />
                  </ActionIcon>
                </Tooltip>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={classes.foot}>
        {!access.abilities.manage && <p className={classes.note}>{t('lookOnly')}</p>}
        <CopyLink target={target} />
      </div>
    </div>
  );
}

function CopyLink({ target }: { target: ShareTarget }) {
  const { t } = useTranslation('share');
  const copy = async () => {
    const { apps, channels } = useWorkspace.getState().tree;
    const app = apps.get(target.id);
    const channel = channels.get(target.id);
    const path = app ? pathOf.app(app) : channel ? pathOf.channel(channel) : location.pathname;
    if (await copyText(location.origin + path)) toast.success(t('linkCopied'));
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconLink size={14} stroke={1.75} aria-hidden />}
      onClick={() => void copy()}
    >
      {t('copyLink')}
    </Button>
  );
}
