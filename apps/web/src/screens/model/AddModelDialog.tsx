import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ModelKind, modelKinds, type ProviderModel } from '@tandem/shared/provider/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';
import form from './ModelForm.module.css';

interface AddModelDialogProps {
  providerId: string;
  onClose(): void;
  onAdded(model: ProviderModel): void;
}

/** Adds a model by the provider's own name for it, where its list does not tell it. */
export function AddModelDialog({ providerId, onClose, onAdded }: AddModelDialogProps) {
  useFocusBack();
  const { t } = useTranslation('model');
  const [modelId, setModelId] = useState('');
  const [kind, setKind] = useState<ModelKind | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (modelId.trim() === '' || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const input = { providerId, modelId, ...(kind && { kind }) };
      onAdded(await api.model.add.mutate(input, { context: { silent: true } }));
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title={t('model.add')} closeButtonProps={{ 'aria-label': t('close') }}>
      <form className={form.fields} onSubmit={submit} noValidate>
        <TextInput
          label={t('model.id')}
          description={t('model.idWords')}
          placeholder="gpt-4o-mini"
          value={modelId}
          maxLength={200}
          spellCheck={false}
          data-autofocus
          error={problem}
          onChange={(event) => setModelId(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('model.kind')}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          value={kind ?? ''}
          data={[
            { value: '', label: t('model.kindByName') },
            ...modelKinds.map((value) => ({ value, label: t(`modelKind.${value}`) })),
          ]}
          onChange={(event) =>
            setKind(modelKinds.find((value) => value === event.currentTarget.value) ?? null)
          }
        />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={modelId.trim() === ''}>
            {t('model.addSubmit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
