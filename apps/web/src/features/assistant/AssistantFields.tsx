import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import {
  type Assistant,
  type AssistantParameters,
  instructionVariables,
  MAX_INSTRUCTIONS_LENGTH,
  MAX_OUTPUT_TOKENS,
} from '@tandem/shared/assistant/schema';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayMake } from '../../entities/assistant/rights.ts';
import { AttachedDatasets } from '../../entities/dataset/attach/AttachedDatasets.tsx';
import { useChatModels } from '../../entities/model/queries.ts';
import { AssistantAvatarField } from './AssistantAvatarField.tsx';
import classes from './AssistantFields.module.css';
import { CompareDialog } from './CompareDialog.tsx';
import type { Draft } from './draft.ts';
import { StarterField } from './StarterField.tsx';
import { ToolField } from './ToolField.tsx';

/** Value for "no model of its own" in the field. */
const DEFAULT = 'default';

interface AssistantFieldsProps {
  assistant: Assistant;
  draft: Draft;
  onChange(change: Partial<Draft>): void;
}

/** All settings of an assistant. */
export function AssistantFields({ assistant, draft, onChange }: AssistantFieldsProps) {
  const { t } = useTranslation('assistant');
  return (
    <>
      <AssistantAvatarField
        name={draft.name}
        avatar={draft.avatar}
        onChange={(avatar) => onChange({ avatar })}
      />
      <TextInput
        label={t('field.name')}
        value={draft.name}
        maxLength={80}
        required
        withAsterisk={false}
        error={draft.name.trim() === '' && t('field.nameNeeded')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('field.description')}
        description={t('field.descriptionNote')}
        value={draft.description}
        maxLength={2000}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Instructions value={draft.instructions} onChange={(instructions) => onChange({ instructions })} />
      <ModelField assistant={assistant} draft={draft} onChange={onChange} />
      <Parameters value={draft.parameters} onChange={(parameters) => onChange({ parameters })} />
      <ToolField value={draft.tools} onChange={(tools) => onChange({ tools })} />
      <DatasetField assistantId={assistant.id} />
      <StarterField value={draft.starters} onChange={(starters) => onChange({ starters })} />
    </>
  );
}

/** The datasets that its answers may quote. */
function DatasetField({ assistantId }: { assistantId: string }) {
  const { t } = useTranslation('dataset');
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('attach.label')}</legend>
      <p className={classes.note}>{t('attach.note')}</p>
      <AttachedDatasets to={{ assistantId }} mayChange />
    </fieldset>
  );
}

/** The instructions, and the variables that are filled in when it answers. */
function Instructions({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('assistant');
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const element = field.current;
    if (!element) return;
    const text = `{{${name}}}`;
    const { selectionStart: from, selectionEnd: to } = element;
    const next = value.slice(0, from) + text + value.slice(to);
    if (next.length > MAX_INSTRUCTIONS_LENGTH) return;
    onChange(next);
    element.focus();
    requestAnimationFrame(() => element.setSelectionRange(from + text.length, from + text.length));
  };
  return (
    <div>
      <Textarea
        ref={field}
        label={t('field.instructions')}
        description={t('field.instructionsNote')}
        placeholder={t('field.instructionsPlaceholder')}
        value={value}
        maxLength={MAX_INSTRUCTIONS_LENGTH}
        autosize
        minRows={6}
        maxRows={22}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <fieldset className={classes.variables} aria-label={t('field.variables')}>
        <span>{t('field.variables')}</span>
        {instructionVariables.map((name) => (
          <button key={name} type="button" onClick={() => insert(name)} title={`{{${name}}}`}>
            {t(`variable.${name}`)}
          </button>
        ))}
        {value.length > MAX_INSTRUCTIONS_LENGTH * 0.9 && (
          <small role="status">{t('field.left', { count: MAX_INSTRUCTIONS_LENGTH - value.length })}</small>
        )}
      </fieldset>
    </div>
  );
}

function ModelField({ assistant, draft, onChange }: AssistantFieldsProps) {
  const { t } = useTranslation('assistant');
  const models = useChatModels();
  const mayTry = useMayMake();
  const [comparing, setComparing] = useState(false);
  const groups = [...Map.groupBy(models, (model) => model.provider.name)].map(([group, items]) => ({
    group,
    items: items.map((model) => ({ value: model.id, label: model.name })),
  }));
  const standard = models[0]?.name;
  // A model that has been switched off falls back to the default, and can be replaced here.
  const isGone =
    draft.modelId !== null && models.length > 0 && !models.some(({ id }) => id === draft.modelId);
  return (
    <div className={classes.model}>
      <Select
        label={t('field.model')}
        data={[
          {
            value: DEFAULT,
            label: standard ? t('defaultModelNamed', { name: standard }) : t('defaultModel'),
          },
          ...groups,
        ]}
        value={isGone ? DEFAULT : (draft.modelId ?? DEFAULT)}
        {...(isGone && { description: t('field.modelGone') })}
        allowDeselect={false}
        searchable={models.length > 8}
        nothingFoundMessage={t('noneFound')}
        onChange={(value) => onChange({ modelId: value === DEFAULT ? null : value })}
      />
      {mayTry && models.length > 1 && (
        <Button variant="default" onClick={() => setComparing(true)}>
          {t('compare.open')}
        </Button>
      )}
      {comparing && (
        <CompareDialog
          assistant={assistant}
          draft={draft}
          models={models}
          onUse={(modelId) => {
            onChange({ modelId });
            setComparing(false);
          }}
          onClose={() => setComparing(false)}
        />
      )}
    </div>
  );
}

const numbers = [
  { key: 'temperature', max: 2, step: 0.1, decimals: 2 },
  { key: 'topP', max: 1, step: 0.05, decimals: 2 },
  { key: 'maxOutputTokens', max: MAX_OUTPUT_TOKENS, step: 256, decimals: 0 },
] as const;

/** Parameters of the model call; an empty field leaves the default. */
function Parameters({
  value,
  onChange,
}: {
  value: AssistantParameters;
  onChange(value: AssistantParameters): void;
}) {
  const { t } = useTranslation('assistant');
  const set = (key: keyof AssistantParameters, next: number | string) => {
    const { [key]: _, ...others } = value;
    onChange(typeof next === 'number' ? { ...others, [key]: next } : others);
  };
  return (
    <div className={classes.parameters}>
      {numbers.map(({ key, max, step, decimals }) => (
        <NumberInput
          key={key}
          label={t(`parameter.${key}`)}
          description={t(`parameter.${key}Note`)}
          placeholder={t('parameter.auto')}
          value={value[key] ?? ''}
          min={key === 'maxOutputTokens' ? 1 : 0}
          max={max}
          step={step}
          decimalScale={decimals}
          clampBehavior="strict"
          inputWrapperOrder={['label', 'input', 'description']}
          hideControls
          onChange={(next) => set(key, next)}
        />
      ))}
    </div>
  );
}
