import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput } from '@mantine/core';
import {
  type InstallationSetting,
  MOST_TURNS_PER_PERSON,
  MOST_UPLOAD_MEGABYTES,
} from '@tandem/shared/setting/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingForm } from '../../ui/page/SettingForm.tsx';
import { changeSetting } from './queries.ts';
import classes from './SettingScreen.module.css';
import { Source } from './Source.tsx';

const fields = [
  ['uploadMegabytes', 'upload', MOST_UPLOAD_MEGABYTES],
  ['turnsPerPerson', 'turns', MOST_TURNS_PER_PERSON],
] as const;
type Name = (typeof fields)[number][0];

/** Limits for one person. */
export function SizeFields({ stored, reset }: { stored: InstallationSetting; reset(name: Name): void }) {
  const { t } = useTranslation('admin');
  const [draft, setDraft] = useState<Partial<Record<Name, number | string>>>({});
  const shown = (name: Name) => draft[name] ?? stored[name].value;
  const changes = fields.filter(([name]) => shown(name) !== stored[name].value);
  const fits = (value: number | string, most: number) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
  return (
    <SettingForm
      title={t('setting.sizes.title')}
      words={t('setting.sizes.words')}
      changed={changes.length > 0}
      valid={changes.every(([name, , most]) => fits(shown(name), most))}
      onReset={() => setDraft({})}
      onSave={async () => {
        await changeSetting(Object.fromEntries(changes.map(([name]) => [name, Number(shown(name))])));
        setDraft({});
      }}
    >
      {fields.map(([name, key, most]) => (
        <div key={name}>
          <NumberInput
            className={classes.number ?? ''}
            label={t(`setting.sizes.${key}`)}
            description={t(`setting.sizes.${key}Words`)}
            min={1}
            max={most}
            allowDecimal={false}
            allowNegative={false}
            value={shown(name)}
            readOnly={stored[name].source === 'environment'}
            variant={stored[name].source === 'environment' ? 'filled' : 'default'}
            onChange={(value) => setDraft((held) => ({ ...held, [name]: value }))}
          />
          <Source setting={stored[name]} label={t(`setting.sizes.${key}`)} onReset={() => reset(name)} />
        </div>
      ))}
    </SettingForm>
  );
}
