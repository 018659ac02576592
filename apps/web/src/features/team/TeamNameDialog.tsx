import { TextInput } from '@mantine/core';
import { displayNameSchema } from '@tandem/shared/user/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loadProfile } from '../../entities/session/profile.ts';
import { arrive } from '../../entities/team/queries.ts';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import { api } from '../../lib/trpc.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';

const silent = { context: { silent: true } };

/** Creates a team, or renames the current one. */
export default function TeamNameDialog({ use, onClose }: { use: 'create' | 'rename'; onClose(): void }) {
  const { t } = useTranslation('team');
  const navigate = useNavigate();
  const current = useSession((state) => currentTeamOf(state.user)?.name ?? '');
  const [name, setName] = useState(use === 'rename' ? current : '');
  const wanted = displayNameSchema.safeParse(name);

  async function save() {
    if (!wanted.success) return;
    if (use === 'rename') {
      await api.team.rename.mutate({ name: wanted.data }, silent);
      await loadProfile();
    } else {
      const { id } = await api.team.create.mutate({ name: wanted.data }, silent);
      await api.user.update.mutate({ currentTeamId: id }, silent);
      await arrive();
      navigate('/home');
    }
  }

  return (
    <FormDialog
      title={t(`name.${use}`)}
      size="sm"
      submit={t(use === 'create' ? 'name.submit' : 'name.save')}
      valid={wanted.success}
      onClose={onClose}
      onSubmit={save}
    >
      {(problem) => (
        <TextInput
          data-autofocus
          label={t('name.label')}
          {...(use === 'create' && { description: t('name.createWords') })}
          value={name}
          maxLength={80}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
