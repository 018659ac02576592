import { Button, TextInput } from '@mantine/core';
import { isShownImage } from '@tandem/shared/file/schema';
import type { TeamChoices } from '@tandem/shared/team/schema';
import { displayNameSchema, MAX_NAME } from '@tandem/shared/user/schema';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { uploadMegabytes } from '../../lib/system-setting.ts';
import { describeUpload, uploadFile } from '../../lib/upload.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { SettingForm } from '../../ui/SettingForm.tsx';
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
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      toast.success(t('common:setting.saved'));
    } catch (error) {
      setProblem(describeUpload(error));
    }
    setBusy(false);
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (!isShownImage(file.type) || file.type === 'image/gif' || file.size > uploadMegabytes() * 1024 * 1024)
      return setProblem(t('preference.team.bad'));
    void run(async () => {
      const signal = AbortSignal.timeout(120_000);
      const { id } = await uploadFile(file, file.name, { signal, onProgress() {} });
      await changePreference({ logo: id });
    });
  };
  return (
    <fieldset className={classes.logo} aria-label={t('preference.team.logo')}>
      <Portrait name={name} avatar={logo} size={56} square />
      <div className={classes.side}>
        <div className={classes.buttons}>
          <Button variant="default" loading={busy} onClick={() => input.current?.click()}>
            {t(logo ? 'preference.team.replace' : 'preference.team.choose')}
          </Button>
          {logo && (
            <Button
              variant="subtle"
              color="gray"
              disabled={busy}
              onClick={() => void run(() => changePreference({ logo: '' }))}
            >
              {t('preference.team.remove')}
            </Button>
          )}
        </div>
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : (
          <p className={classes.words}>{t('preference.team.logoWords')}</p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif"
        hidden
        data-logo
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </fieldset>
  );
}
