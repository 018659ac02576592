import { Menu, UnstyledButton } from '@mantine/core';
import { IconBan, IconChevronDown, IconUserCheck, IconUserMinus } from '@tabler/icons-react';
import { type TeamRole, teamRoleSchema } from '@tandem/shared/team/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadProfile } from '../../entities/session/profile.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { MemberProps } from './MemberRow.tsx';
import classes from './PeopleDialog.module.css';
import { useStanding } from './use-standing.tsx';

interface MemberMenuProps extends MemberProps {
  isSelf: boolean;
  /** Whether suspending and removing have their own buttons beside it. */
  roleOnly?: boolean;
}

/** Menu for the role of one member, and for suspension and removal unless these have their own buttons. */
export function MemberMenu({ member, team, onChange, isSelf, roleOnly = false }: MemberMenuProps) {
  const { t } = useTranslation('team');
  /** The role that one wants to have oneself. */
  const [wish, setWish] = useState<TeamRole | null>(null);
  const standing = useStanding({ member, team, onChange });
  const { id: userId, name, abilities } = member;
  const role = t(`role.${member.role}`);

  async function setRole(wanted: TeamRole) {
    const changed = await api.team.setRole.mutate({ userId, role: wanted });
    onChange(changed);
    toast.success(t('people.roleChanged', { name, role: t(`role.${wanted}`) }));
    if (isSelf) await loadProfile();
  }
  function choose(wanted: TeamRole) {
    if (wanted === member.role) return;
    if (isSelf) setWish(wanted);
    // A failure shows as a toast, and the role stays.
    else setRole(wanted).catch(() => {});
  }

  return (
    <>
      <Menu position="bottom-end" width={280} returnFocus>
        <Menu.Target>
          <UnstyledButton
            className={classes.roleButton ?? ''}
            aria-label={t('people.manage', { name, role })}
          >
            {role}
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {abilities.roles.length > 0 && (
            <Menu.RadioGroup value={member.role} onChange={(value) => choose(teamRoleSchema.parse(value))}>
              {abilities.roles.map((each) => (
                <Menu.RadioItem key={each} value={each} closeMenuOnClick>
                  {t(`role.${each}`)}
                  <span className={classes.roleWords}>{t(`roleWords.${each}`)}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          )}
          {!roleOnly && abilities.suspend && <Menu.Divider />}
          {!roleOnly &&
            abilities.suspend &&
            (member.suspended ? (
              <Menu.Item leftSection={<IconUserCheck size={16} stroke={1.75} />} onClick={standing.resume}>
                {t('people.resume')}
              </Menu.Item>
            ) : (
              <Menu.Item
                leftSection={<IconBan size={16} stroke={1.75} />}
                onClick={() => standing.ask('suspend')}
              >
                {t('people.suspend')}
              </Menu.Item>
            ))}
          {!roleOnly && abilities.remove && (
            <Menu.Item
              color="red"
              leftSection={<IconUserMinus size={16} stroke={1.75} />}
              onClick={() => standing.ask('remove')}
            >
              {t('people.remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {wish && (
        <ConfirmDialog
          title={t('self.title')}
          words={t('self.words', { role: t(`role.${wish}`) })}
          confirm={t('self.confirm')}
          onClose={() => setWish(null)}
          onConfirm={() => setRole(wish)}
        />
      )}
      {standing.question}
    </>
  );
}
