import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type TeamRole, teamRoleSchema } from '@tandem/shared/team/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import classes from '../../ui/admin/AdminTable.module.css';

interface CreateMemberFormProps {
  roles: readonly TeamRole[];
  onCreated(): void;
}

/** Creates an account for a person and adds them to the team. */
export function CreateMemberForm({ roles, onCreated }: CreateMemberFormProps) {
  const { t } = useTranslation(['admin', 'team']);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<TeamRole>('member');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const made = await api.team.createMember.mutate(
        { email: email.trim(), name: name.trim(), role },
        { context: { silent: true } },
      );
      // Some administrators may not learn whether an address has an account here, so they can only invite.
      toast.success(t(made ? 'teamMember.created' : 'teamMember.invited', { name: name.trim() }));
      onCreated();
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        data-autofocus
        type="email"
        autoComplete="off"
        label={t('teamMember.email')}
        description={t('teamMember.createWords')}
        maxLength={320}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        autoComplete="off"
        label={t('teamMember.name')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('teamMember.role')}
        value={role}
        data={roles.map((value) => ({ value, label: t(`team:role.${value}`) }))}
        onChange={(event) => setRole(teamRoleSchema.parse(event.currentTarget.value))}
      />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.submit}>
        <Button type="submit" loading={busy} disabled={email.trim() === '' || name.trim() === ''}>
          {t('teamMember.create')}
        </Button>
      </div>
    </form>
  );
}
