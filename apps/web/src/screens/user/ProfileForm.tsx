import { TextInput } from '@mantine/core';
import { displayNameSchema } from '@tandem/shared/user/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AvatarField } from '../../entities/file/AvatarField.tsx';
import { useSession } from '../../lib/session/session.ts';
import { api } from '../../lib/trpc.ts';
import { SettingForm } from '../../ui/page/SettingForm.tsx';

/** The person's profile, which colleagues see. */
export function ProfileForm() {
  const { t } = useTranslation('settings');
  const user = useSession((state) => state.user);
  // Null: as it is stored, and following it when another tab changes it.
  const [name, setName] = useState<string | null>(null);
  const shown = name ?? user.name;
  const read = displayNameSchema.safeParse(shown);

  return (
    <SettingForm
      title={t('profile.title')}
      changed={shown.trim() !== user.name}
      valid={read.success}
      onReset={() => setName(null)}
      onSave={async () => {
        const wanted = displayNameSchema.parse(shown);
        const changed = await api.user.update.mutate({ name: wanted }, { context: { silent: true } });
        useSession.setState({ user: changed });
        setName(null);
      }}
    >
      <AvatarField />
      <TextInput
        label={t('profile.name')}
        description={t('profile.nameWords')}
        autoComplete="name"
        value={shown}
        maxLength={80}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('profile.email')}
        description={t('profile.emailWords')}
        value={user.email}
        readOnly
        variant="filled"
      />
    </SettingForm>
  );
}
