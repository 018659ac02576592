import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ApprovalCard.module.css';
import type { InputField } from './approval.ts';

type ApprovalFieldsProps =
  | { fields: InputField[]; disabled: boolean; onChange(fields: InputField[]): void }
  | { json: string; disabled: boolean; onJson(json: string): void };

/** A tool's input to be changed: a field for each value, or one of JSON. */
export function ApprovalFields(props: ApprovalFieldsProps) {
  const { t } = useTranslation('mcp');
  if ('json' in props)
    return (
      <Textarea
        className={classes.fields}
        classNames={{ input: classes.code }}
        label={t('approval.json')}
        autosize
        minRows={3}
        maxRows={16}
        spellCheck={false}
        disabled={props.disabled}
        value={props.json}
        onChange={(event) => props.onJson(event.currentTarget.value)}
      />
    );
  const { fields, disabled, onChange } = props;
  const change = (name: string, over: Partial<InputField>) =>
    onChange(fields.map((field) => (field.name === name ? { ...field, ...over } : field)));
  return (
    <div className={classes.fields}>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          disabled={disabled}
          onChange={(over) => change(field.name, over)}
        />
      ))}
    </div>
  );
}

function Field({
  field,
  disabled,
  onChange,
}: {
  field: InputField;
  disabled: boolean;
  onChange(over: Partial<InputField>): void;
}) {
  const common = {
    label: field.name,
    description: field.words || undefined,
    disabled,
    required: field.required,
  };
  const text = (event: { currentTarget: { value: string } }) => onChange({ text: event.currentTarget.value });
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          label={field.name}
          description={common.description}
          disabled={disabled}
          checked={field.on}
          onChange={(event) => onChange({ on: event.currentTarget.checked })}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          value={field.text}
          data={field.required ? field.choices : ['', ...field.choices]}
          onChange={text}
        />
      );
    case 'number':
      return <TextInput {...common} inputMode="decimal" value={field.text} onChange={text} />;
    default:
      return (
        <Textarea
          {...common}
          {...(field.kind === 'json' && { classNames: { input: classes.code as string }, spellCheck: false })}
          autosize
          minRows={1}
          maxRows={12}
          value={field.text}
          onChange={text}
        />
      );
  }
}
