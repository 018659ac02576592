import { NativeSelect, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ModelKind, modelKinds, type ProviderModel } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/trpc.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';

interface AddModelDialogProps {
  providerId: string;
  onClose(): void;
  onAdded(model: ProviderModel): void;
}

/** Adds a model by the provider's own name for it, where its list does not tell it. */
export function AddModelDialog({ providerId, onClose, onAdded }: AddModelDialogProps) {
  const { t } = useTranslation('model');
  const [modelId, setModelId] = useState('');
  const [kind, setKind] = useState<ModelKind | null>(null);

  async function add() {
    const input = { providerId, modelId, ...(kind && { kind }) };
    onAdded(await api.model.add.mutate(input, { context: { silent: true } }));
  }

  return (
    <FormDialog
      title={t('model.add')}
      submit={t('model.addSubmit')}
      valid={modelId.trim() !== ''}
      onClose={onClose}
      onSubmit={add}
    >
      {(problem) => (
        <>
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
        </>
      )}
    </FormDialog>
  );
}
