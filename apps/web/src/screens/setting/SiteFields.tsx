import { TextInput } from '@mantine/core';
import { type InstallationSetting, webDomainSchema } from '@tandem/shared/setting/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingForm } from '../../ui/page/SettingForm.tsx';
import { changeSetting } from './queries.ts';
import { Source } from './Source.tsx';

/** The hosted site of the installation. */
export function SiteFields({
  stored,
  reset,
}: {
  stored: InstallationSetting;
  reset(name: 'webDomain'): void;
}) {
  const { t } = useTranslation('admin');
  const [draft, setDraft] = useState<string | null>(null);
  const { webDomain } = stored;
  const shown = draft ?? webDomain.value;
  const isBad = !webDomainSchema.safeParse(shown.trim()).success;
  return (
    <SettingForm
      title={t('setting.site.title')}
      words={t('setting.site.words')}
      changed={shown.trim() !== webDomain.value}
      valid={!isBad}
      onReset={() => setDraft(null)}
      onSave={async () => {
        await changeSetting({ webDomain: shown.trim() });
        setDraft(null);
      }}
    >
      <div>
        <TextInput
          label={t('setting.site.domain')}
          inputMode="url"
          autoComplete="off"
          placeholder="https://tandem.example.org"
          value={shown}
          readOnly={webDomain.source === 'environment'}
          variant={webDomain.source === 'environment' ? 'filled' : 'default'}
          error={isBad && t('setting.site.badDomain')}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <Source setting={webDomain} label={t('setting.site.domain')} onReset={() => reset('webDomain')} />
      </div>
    </SettingForm>
  );
}
