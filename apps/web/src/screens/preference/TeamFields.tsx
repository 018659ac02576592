import { Button, TextInput } from '@mantine/core';
import type { TeamChoices } from '@tandem/shared/team/schema';
import { displayNameSchema, MAX_NAME } from '@tandem/shared/user/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../lib/toasts.ts';
import { SettingForm } from '../../ui/page/SettingForm.tsx';
import { PictureProblem, usePicture } from '../../ui/picture/use-picture.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import classes from './PreferenceScreen.module.css';
import { changePreference } from './queries.ts';

/** A team's name and picture. */
export function TeamFields({ stored }: { stored: TeamChoices }) {
  const { t } = useTranslation('admin');
  const [name, setName] = useState<string | null>(null);
  const shown = name ?? stored.name;
  const read = displayNameSchema.safeParse(shown);
  return (
    <SettingForm
      title={t('preference.team.title')}
      changed={shown.trim() !== stored.name}
      valid={read.success}
      onReset={() => setName(null)}
      onSave={async () => {
        await changePreference({ name: displayNameSchema.parse(shown) });
        setName(null);
      }}
    >
      <Logo stored={stored} />
      <TextInput
        label={t('preference.team.name')}
        autoComplete="organization"
        value={shown}
        maxLength={MAX_NAME}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </SettingForm>
  );
}

/** Stored as soon as it is chosen. */
function Logo({ stored: { name, logo } }: { stored: TeamChoices }) {
  const { t } = useTranslation(['admin', 'common']);
  const store = async (chosen: string) => {
    await changePreference({ logo: chosen });
    toast.success(t('common:setting.saved'));
  };
  const { open, preload, busy, problem, run, parts } = usePicture({
    shape: 'rect',
    onUploaded: ({ id }) => store(id),
  });
  return (
    <fieldset className={classes.logo} aria-label={t('preference.team.logo')}>
      <Portrait name={name} avatar={logo} size={56} square />
      <div className={classes.side}>
        <div className={classes.buttons}>
          <Button variant="default" disabled={busy} onPointerEnter={preload} onClick={open}>
            {t(logo ? 'preference.team.replace' : 'preference.team.choose')}
          </Button>
          {logo && (
            <Button variant="subtle" color="gray" disabled={busy} onClick={() => void run(() => store(''))}>
              {t('preference.team.remove')}
            </Button>
          )}
        </div>
        {problem ? (
          <PictureProblem>{problem}</PictureProblem>
        ) : (
          <p className={classes.words}>{t('preference.team.logoWords')}</p>
        )}
      </div>
      {parts}
    </fieldset>
  );
}
