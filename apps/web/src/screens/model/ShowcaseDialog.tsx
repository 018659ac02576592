import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, TextInput } from '@mantine/core';
import { defaultApiHosts, type Provider } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/trpc.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';

interface ShowcaseDialogProps {
  onClose(): void;
  onAdded(provider: Provider): void;
}

/** Sets up a service with a chat model, an image model and one more model by name. */
export function ShowcaseDialog({ onClose, onAdded }: ShowcaseDialogProps) {
  const { t } = useTranslation('model');
  const [apiHost, setApiHost] = useState(defaultApiHosts.openai);
  const [apiKey, setApiKey] = useState('');
  const [token, setToken] = useState('');
  const keyIsOdd = !/^[\x21-\x7e]*$/.test(apiKey.trim());

  async function add() {
    const more = token.trim() === '' ? {} : { token };
    onAdded(
      await api.provider.addShowcase.mutate({ apiHost, apiKey, ...more }, { context: { silent: true } }),
    );
  }

  return (
    <FormDialog
      title={t('showcase.title')}
      words={t('showcase.words')}
      submit={t('showcase.submit')}
      valid={apiKey.trim() !== '' && !keyIsOdd}
      onClose={onClose}
      onSubmit={add}
    >
      <PasswordInput
        label={t('field.key')}
        description={t('field.keyWords')}
        value={apiKey}
        maxLength={4_000}
        autoComplete="off"
        data-autofocus
        error={keyIsOdd && t('field.keyOdd')}
        visibilityToggleButtonProps={{ 'aria-label': t('field.keyShow') }}
        onChange={(event) => setApiKey(event.currentTarget.value)}
      />
      <TextInput
        label={t('field.host')}
        placeholder={defaultApiHosts.openai}
        value={apiHost}
        maxLength={500}
        spellCheck={false}
        onChange={(event) => setApiHost(event.currentTarget.value)}
      />
      <TextInput
        label={t('showcase.token')}
        description={t('showcase.tokenWords')}
        value={token}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
