import { NativeSelect } from '@mantine/core';
import type { Model } from '@tandem/shared/provider/schema';
import type { SetTeamPreference, TeamChoices } from '@tandem/shared/team/schema';
import { languageSchema, languages } from '@tandem/shared/user/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../ui/languages.ts';
import { SettingForm } from '../../ui/page/SettingForm.tsx';
import { changePreference } from './queries.ts';

type Choices = Pick<TeamChoices, 'defaultModelId' | 'language' | 'theme'>;
const names = ['defaultModelId', 'language', 'theme'] as const;

/** Defaults for people in the team. */
export function DefaultFields({ stored, models }: { stored: TeamChoices; models: readonly Model[] }) {
  const { t } = useTranslation('admin');
  const [draft, setDraft] = useState<Partial<Choices>>({});
  const shown: Choices = { ...stored, ...draft };
  const changed = names.filter((name) => shown[name] !== stored[name]);
  const set = (change: Partial<Choices>) => setDraft((held) => ({ ...held, ...change }));
  // A default model that has been switched off is still the team's choice.
  const isGone = shown.defaultModelId !== null && !models.some(({ id }) => id === shown.defaultModelId);
  return (
    <SettingForm
      title={t('preference.defaults.title')}
      words={t('preference.defaults.words')}
      changed={changed.length > 0}
      onReset={() => setDraft({})}
      onSave={async () => {
        const change: SetTeamPreference = Object.fromEntries(changed.map((name) => [name, shown[name]]));
        await changePreference(change);
        setDraft({});
      }}
    >
      <NativeSelect
        label={t('preference.defaults.model')}
        description={t('preference.defaults.modelWords')}
        value={shown.defaultModelId ?? ''}
        data={[
          { value: '', label: t('preference.defaults.modelAuto') },
          ...(isGone ? [{ value: shown.defaultModelId ?? '', label: '…' }] : []),
          ...models.map(({ id, name, provider }) => ({ value: id, label: `${name} · ${provider.name}` })),
        ]}
        onChange={(event) => set({ defaultModelId: event.currentTarget.value || null })}
      />
      <NativeSelect
        label={t('preference.defaults.language')}
        description={t('preference.defaults.newcomers')}
        value={shown.language ?? ''}
        data={[
          { value: '', label: t('preference.defaults.languageAuto') },
          ...languages.map((value) => ({ value, label: languageNames[value] })),
        ]}
        onChange={(event) =>
          set({ language: languageSchema.nullable().parse(event.currentTarget.value || null) })
        }
      />
      <NativeSelect
        label={t('preference.defaults.theme')}
        description={t('preference.defaults.newcomers')}
        value={shown.theme ?? 'system'}
        data={[
          { value: 'system', label: t('preference.defaults.themeAuto') },
          { value: 'light', label: t('preference.defaults.light') },
          { value: 'dark', label: t('preference.defaults.dark') },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          set({ theme: value === 'light' || value === 'dark' ? value : null });
        }}
      />
    </SettingForm>
  );
}
