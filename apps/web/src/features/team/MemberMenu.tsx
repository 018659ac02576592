import { Menu, UnstyledButton } from '@mantine/core';
import { IconBan, IconChevronDown, IconUserCheck, IconUserMinus } from '@tabler/icons-react';
import { type TeamRole, teamRoleSchema } from '@tandem/shared/team/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { api } from '../../lib/trpc.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { loadProfile } from '../session/profile.ts';
import type { MemberProps } from './MemberRow.tsx';
import classes from './PeopleDialog.module.css';

type Question = { kind: 'remove' } | { kind: 'suspend' } | { kind: 'self'; role: TeamRole } | null;

/** Role, suspension and removal of one person. */
export function MemberMenu({ member, team, onChange, isSelf }: MemberProps & { isSelf: boolean }) {
  const { t } = useTranslation('team');
  const [question, setQuestion] = useState<Question>(null);
  const { id: userId, name, abilities } = member;
  const role = t(`role.${member.role}`);

  async function setRole(wanted: TeamRole) {
    const changed = await api.team.setRole.mutate({ userId, role: wanted });
    onChange(changed);
    toast.success(t('people.roleChanged', { name, role: t(`role.${wanted}`) }));
    if (isSelf) await loadProfile();
  }
  async function suspend(suspended: boolean) {
    onChange(await api.team.suspend.mutate({ userId, suspended }));
  }
  function choose(wanted: TeamRole) {
    if (wanted === member.role) return;
    if (isSelf) setQuestion({ kind: 'self', role: wanted });
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
          {abilities.suspend && <Menu.Divider />}
          {abilities.suspend &&
            (member.suspended ? (
              <Menu.Item
                leftSection={<IconUserCheck size={16} stroke={1.75} />}
                onClick={() => void suspend(false).catch(() => {})}
              >
                {t('people.resume')}
              </Menu.Item>
            ) : (
              <Menu.Item
                leftSection={<IconBan size={16} stroke={1.75} />}
                onClick={() => setQuestion({ kind: 'suspend' })}
              >
                {t('people.suspend')}
              </Menu.Item>
            ))}
          {abilities.remove && (
            <Menu.Item
              color="red"
              leftSection={<IconUserMinus size={16} stroke={1.75} />}
              onClick={() => setQuestion({ kind: 'remove' })}
            >
              {t('people.remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {question?.kind === 'self' && (
        <ConfirmDialog
          title={t('self.title')}
          words={t('self.words', { role: t(`role.${question.role}`) })}
          confirm={t('self.confirm')}
          onClose={() => setQuestion(null)}
          onConfirm={() => setRole(question.role)}
        />
      )}
      {question?.kind === 'suspend' && (
        <ConfirmDialog
          title={t('suspend.title', { name })}
          words={t('suspend.words', { team: team.name })}
          confirm={t('suspend.confirm')}
          onClose={() => setQuestion(null)}
          onConfirm={() => suspend(true)}
        />
      )}
      {question?.kind === 'remove' && (
        <ConfirmDialog
          title={t('remove.title', { name })}
          words={t('remove.words', { team: team.name })}
          confirm={t('remove.confirm')}
          grave
          onClose={() => setQuestion(null)}
          onConfirm={async () => {
            await api.team.removeMember.mutate({ userId });
            toast.success(t('remove.done', { name }));
            onChange(null);
          }}
        />
      )}
    </>
  );
}
