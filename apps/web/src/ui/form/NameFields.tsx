import { Textarea, TextInput } from '@mantine/core';
import { MAX_NAME } from '@tandem/shared/user/schema';

/** Characters of a description, as the server takes them. */
const MAX_DESCRIPTION = 2_000;

export interface NameAndDescription {
  name: string;
  description: string;
}

interface NameFieldsProps {
  value: NameAndDescription;
  labels: { name: string; description: string; descriptionNote: string };
  onChange(value: NameAndDescription): void;
}

/** What something is called and what it is for; a dialog opens with its name focused. */
export function NameFields({ value, labels, onChange }: NameFieldsProps) {
  return (
    <>
      <TextInput
        data-autofocus
        label={labels.name}
        value={value.name}
        maxLength={MAX_NAME}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <Textarea
        label={labels.description}
        description={labels.descriptionNote}
        value={value.description}
        maxLength={MAX_DESCRIPTION}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => onChange({ ...value, description: event.currentTarget.value })}
      />
    </>
  );
}

/** The same without spaces around, as it is saved. */
export const trimmed = ({ name, description }: NameAndDescription): NameAndDescription => ({
  name: name.trim(),
  description: description.trim(),
});
