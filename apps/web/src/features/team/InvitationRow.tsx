import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconMail, IconTrash } from '@tabler/icons-react';
import type { Invitation } from '@tandem/shared/invitation/schema';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/clipboard.ts';
import { localeOf } from '../../lib/i18n/locale.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import classes from './PeopleDialog.module.css';

interface InvitationRowProps {
  invitation: Invitation;
  /** Called with the changed invitation; null: it is gone. */
  onChange(invitation: Invitation | null): void;
}

/** An invitation that nobody has taken up yet. */
export function InvitationRow({ invitation, onChange }: InvitationRowProps) {
  const { t, i18n } = useTranslation('team');
  const { id: invitationId, email, role, inviter, expiresAt, expired, link } = invitation;
  const date = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium' }).format(expiresAt);

  async function copy() {
    if (await copyText(link)) toast.success(t('pending.copied'));
    else toast.error(t('pending.copyFailed'));
  }
  async function resend() {
    onChange(await api.invitation.resend.mutate({ invitationId }));
    toast.success(t('pending.resent'));
  }
  async function withdraw() {
    await api.invitation.withdraw.mutate({ invitationId });
    toast.success(t('pending.withdrawn'));
    onChange(null);
  }

  return (
    <li className={classes.row} data-away={expired || undefined}>
      <span className={classes.who}>
        <span className={classes.name}>{email}</span>
        <span className={classes.detail}>{t('pending.by', { role: t(`role.${role}`), inviter })}</span>
      </span>
      {expired ? (
        <span className={classes.tag}>{t('pending.expired')}</span>
      ) : (
        <span className={classes.seen}>{t('pending.until', { date })}</span>
      )}
      {invitation.abilities.manage && (
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <ActionIcon aria-label={t('pending.actions', { email })}>
              <IconDots size={18} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!expired && (
              <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => void copy()}>
                {t('pending.copy')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconMail size={16} stroke={1.75} />}
              // Failures show as toasts.
              onClick={() => void resend().catch(() => {})}
            >
              {t('pending.resend')}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={() => void withdraw().catch(() => {})}
            >
              {t('pending.withdraw')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
