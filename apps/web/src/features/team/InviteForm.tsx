import { Button, NativeSelect, Textarea } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { INVITATION_DAYS, type Invitation } from '@tandem/shared/invitation/schema';
import { type TeamRole, teamRoleSchema } from '@tandem/shared/team/schema';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { systemSettingQuery } from '../../lib/system-setting.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { readAddresses } from './addresses.ts';
import classes from './PeopleDialog.module.css';

const chevron = <IconChevronDown size={14} stroke={1.75} aria-hidden />;

/** Days for which an invitation may stay open. */
const EXPIRIES = [1, INVITATION_DAYS, 14, 30];

interface InviteFormProps {
  roles: readonly TeamRole[];
  onInvited(invitation: Invitation): void;
}

/** Invites as many addresses as were pasted, all with one role. Those that fail stay in the field. */
export function InviteForm({ roles, onInvited }: InviteFormProps) {
  const { t } = useTranslation('team');
  const { data: setting } = useQuery(systemSettingQuery);
  const noMail = setting?.mailDelivery === 'console';
  const [text, setText] = useState('');
  const [role, setRole] = useState<TeamRole>('member');
  const [days, setDays] = useState(INVITATION_DAYS);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const { good, bad } = readAddresses(text);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (good.length === 0 || busy) return;
    setBusy(true);
    const failed: string[] = [];
    const reasons = bad.length > 0 ? [t('invite.bad', { addresses: bad.join(', ') })] : [];
    for (const email of good) {
      try {
        const input = { email, role, expiresInDays: days };
        onInvited(await api.invitation.create.mutate(input, { context: { silent: true } }));
      } catch (error) {
        failed.push(email);
        reasons.push(describeError(error));
      }
    }
    const sent = good.length - failed.length;
    if (sent > 0) toast.success(t(noMail ? 'invite.made' : 'invite.sent', { count: sent }));
    setText([...bad, ...failed].join(', '));
    setProblems([...new Set(reasons)]);
    setBusy(false);
    // The button is useless until another address is entered.
    field.current?.focus();
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        ref={field}
        data-autofocus
        label={t('invite.label')}
        description={t('invite.words')}
        placeholder={t('invite.placeholder')}
        autosize
        minRows={2}
        maxRows={6}
        value={text}
        error={problems.length > 0 && problems.join(' ')}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblems([]);
        }}
      />
      <div className={classes.controls}>
        <NativeSelect
          rightSection={chevron}
          label={t('invite.role')}
          value={role}
          data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={(event) => setRole(teamRoleSchema.parse(event.currentTarget.value))}
        />
        <NativeSelect
          rightSection={chevron}
          label={t('invite.expiry')}
          value={String(days)}
          data={EXPIRIES.map((count) => ({ value: String(count), label: t('invite.days', { count }) }))}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
        <Button type="submit" loading={busy} disabled={good.length === 0}>
          {t('invite.send', { count: Math.max(1, good.length) })}
        </Button>
      </div>
      {noMail && <p className={classes.note}>{t('invite.console')}</p>}
    </form>
  );
}
