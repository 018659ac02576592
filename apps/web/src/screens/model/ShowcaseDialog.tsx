import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Group, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { defaultApiHosts, type Provider } from '@tandem/shared/provider/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';
import form from './ModelForm.module.css';

interface ShowcaseDialogProps {
  onClose(): void;
  onAdded(provider: Provider): void;
}

/** Sets up a service with one model that chats, one that draws, and one more by name. */
export function ShowcaseDialog({ onClose, onAdded }: ShowcaseDialogProps) {
  useFocusBack();
  const { t } = useTranslation('model');
  const [apiHost, setApiHost] = useState(defaultApiHosts.openai);
  const [apiKey, setApiKey] = useState('');
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const keyIsOdd = !/^[\x21-\x7e]*$/.test(apiKey.trim());

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || apiKey.trim() === '' || keyIsOdd) return;
    setBusy(true);
    setProblem(null);
    try {
      const more = token.trim() === '' ? {} : { token };
      onAdded(
        await api.provider.addShowcase.mutate({ apiHost, apiKey, ...more }, { context: { silent: true } }),
      );
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('showcase.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text c="dimmed" mb="md">
        {t('showcase.words')}
      </Text>
      <form className={form.fields} onSubmit={submit} noValidate>
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
        {problem && (
          <p className={form.failure} role="alert">
            {problem}
          </p>
        )}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={apiKey.trim() === '' || keyIsOdd}>
            {t('showcase.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
