import { Textarea, TextInput } from '@mantine/core';
import type { App } from '@tandem/shared/app/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyAnswer } from '../../entities/workspace/store.ts';
import { api } from '../../lib/trpc.ts';
import { SettingForm } from '../../ui/page/SettingForm.tsx';
import classes from './AppForm.module.css';
import { IconField } from './IconField.tsx';

/** Name and description of an app. */
export function AppForm({ app }: { app: App }) {
  const { t } = useTranslation('workspace');
  // Null: as it is stored, and following it when someone else changes it.
  const [name, setName] = useState<string | null>(null);
  const [description, setDescription] = useState<string | null>(null);
  const [icon, setIcon] = useState<string | null>(null);
  const shown = {
    name: name ?? app.name,
    description: description ?? app.description,
    icon: icon ?? app.icon,
  };
  const changed =
    shown.name.trim() !== app.name || shown.description.trim() !== app.description || shown.icon !== app.icon;
  const reset = () => {
    setName(null);
    setDescription(null);
    setIcon(null);
  };

  return (
    <SettingForm
      title={t('setting.app')}
      changed={changed}
      valid={shown.name.trim() !== ''}
      onReset={reset}
      onSave={async () => {
        const { name: wanted, description: words, icon: picture } = shown;
        const change = { appId: app.id, name: wanted.trim(), description: words.trim(), icon: picture };
        applyAnswer({ apps: [await api.app.update.mutate(change, { context: { silent: true } })] });
        reset();
      }}
    >
      <div className={classes.name}>
        <IconField icon={shown.icon} type={app.type} readOnly={!app.abilities.edit} onChange={setIcon} />
        <TextInput
          className={classes.field ?? ''}
          label={t('name.label')}
          value={shown.name}
          maxLength={80}
          readOnly={!app.abilities.edit}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <Textarea
        label={t('setting.description')}
        description={t('setting.descriptionNote')}
        value={shown.description}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={8}
        readOnly={!app.abilities.edit}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </SettingForm>
  );
}
