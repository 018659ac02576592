import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { createApp, createSpace } from './actions.ts';
import { setExpanded } from './expanded.ts';
import { pathOf } from './path.ts';

const MAX_NAME = 80;

interface NameDialogProps {
  /** Where the new app goes; without it, a space is made. */
  spaceId?: string;
  onClose(): void;
  /** Told where the new thing is. */
  onMade(path: string): void;
}

/** Asks for the name of a new app or space, and makes it. */
export function NameDialog({ spaceId, onClose, onMade }: NameDialogProps) {
  const { t } = useTranslation('workspace');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const words = spaceId ? 'app' : 'space';

  const make = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '' || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      if (spaceId) {
        const app = await createApp(spaceId, wanted);
        setExpanded([spaceId, app.id], true);
        onMade(pathOf.app(app));
      } else await createSpace(wanted);
      onClose();
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`${words}.new`)}
      size="sm"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={make}>
        <TextInput
          data-autofocus
          label={t('name.label')}
          description={t(`${words}.words`)}
          placeholder={t(`${words}.placeholder`)}
          value={name}
          maxLength={MAX_NAME}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('create')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
