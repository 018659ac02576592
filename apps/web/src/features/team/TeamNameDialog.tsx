import { Button, Group, Modal, TextInput } from '@mantine/core';
import { displayNameSchema } from '@tandem/shared/user/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loadProfile } from '../../entities/session/profile.ts';
import { arrive } from '../../entities/team/queries.ts';
import { describeError } from '../../lib/errors.ts';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import { api } from '../../lib/trpc.ts';

/** Names a new team, or the current one anew. */
export default function TeamNameDialog({ use, onClose }: { use: 'create' | 'rename'; onClose(): void }) {
  const { t } = useTranslation('team');
  const navigate = useNavigate();
  const current = useSession((state) => currentTeamOf(state.user)?.name ?? '');
  const [name, setName] = useState(use === 'rename' ? current : '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const wanted = displayNameSchema.safeParse(name);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!wanted.success || busy) return;
    setBusy(true);
    setProblem(null);
    const silent = { context: { silent: true } };
    try {
      if (use === 'rename') {
        await api.team.rename.mutate({ name: wanted.data }, silent);
        await loadProfile();
      } else {
        const { id } = await api.team.create.mutate({ name: wanted.data }, silent);
        await api.user.update.mutate({ currentTeamId: id }, silent);
        await arrive();
        navigate('/home');
      }
      onClose();
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`name.${use}`)}
      size="sm"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('name.label')}
          {...(use === 'create' && { description: t('name.createWords') })}
          value={name}
          maxLength={80}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={!wanted.success}>
            {t(use === 'create' ? 'name.submit' : 'name.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
