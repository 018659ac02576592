import '@mantine/core/styles/Combobox.layer.css';
import { Select, Textarea, TextInput } from '@mantine/core';
import { type Assistant, MAX_INSTRUCTIONS_LENGTH } from '@tandem/shared/assistant/schema';
import type { Model } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/trpc.ts';
import { SettingForm } from '../../ui/SettingForm.tsx';
import { applyAssistant } from './queries.ts';

/** Stands for "no model of its own" in the field. */
const DEFAULT = 'default';

type Changes = Partial<Pick<Assistant, 'name' | 'instructions' | 'modelId'>>;

/** How an app's assistant is called, what it is told, and which model writes for it. */
export function AssistantForm({ assistant, models }: { assistant: Assistant; models: readonly Model[] }) {
  const { t } = useTranslation('workspace');
  const [changes, setChanges] = useState<Changes>({});
  const shown = { ...assistant, ...changes };
  const changed =
    shown.name.trim() !== assistant.name ||
    shown.instructions.trim() !== assistant.instructions ||
    shown.modelId !== assistant.modelId;
  const groups = [...Map.groupBy(models, (model) => model.provider.name)].map(([group, items]) => ({
    group,
    items: items.map((model) => ({ value: model.id, label: model.name })),
  }));
  const standard = models[0]?.name;

  return (
    <SettingForm
      title={t('setting.assistant')}
      words={t('setting.assistantWords')}
      changed={changed}
      valid={shown.name.trim() !== ''}
      onReset={() => setChanges({})}
      onSave={async () => {
        const { id: assistantId, name, instructions, modelId } = shown;
        applyAssistant(
          await api.assistant.update.mutate(
            { assistantId, name: name.trim(), instructions: instructions.trim(), modelId },
            { context: { silent: true } },
          ),
        );
        setChanges({});
      }}
    >
      <TextInput
        label={t('name.label')}
        value={shown.name}
        maxLength={80}
        onChange={(event) => setChanges({ ...changes, name: event.currentTarget.value })}
      />
      <Textarea
        label={t('setting.instructions')}
        description={t('setting.instructionsNote')}
        placeholder={t('setting.instructionsPlaceholder')}
        value={shown.instructions}
        maxLength={MAX_INSTRUCTIONS_LENGTH}
        autosize
        minRows={5}
        maxRows={20}
        onChange={(event) => setChanges({ ...changes, instructions: event.currentTarget.value })}
      />
      <Select
        label={t('setting.model')}
        data={[
          {
            value: DEFAULT,
            label: standard ? t('setting.modelDefaultNamed', { name: standard }) : t('setting.modelDefault'),
          },
          ...groups,
        ]}
        value={shown.modelId ?? DEFAULT}
        allowDeselect={false}
        searchable={models.length > 8}
        onChange={(value) => setChanges({ ...changes, modelId: value === DEFAULT ? null : value })}
      />
    </SettingForm>
  );
}
