import { Textarea, TextInput } from '@mantine/core';
import { MAX_PASTED } from '@tandem/shared/dataset/source';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addText, type SourcePlace } from '../../../entities/dataset/actions.ts';
import { newId } from '../../../lib/ids.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

/** Adds a text that is pasted or written. */
export function AddText({ place, onClose }: { place: SourcePlace; onClose(): void }) {
  const { t } = useTranslation('dataset');
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [clientKey] = useState(newId);
  return (
    <FormDialog
      title={t('add.text')}
      submit={t('add.do')}
      valid={name.trim() !== '' && text.trim() !== ''}
      onClose={onClose}
      onSubmit={() => addText(place, { name: name.trim(), text, clientKey })}
    >
      <TextInput
        data-autofocus
        label={t('field.name')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label={t('field.text')}
        description={t('field.textNote')}
        value={text}
        maxLength={MAX_PASTED}
        autosize
        minRows={8}
        maxRows={16}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
