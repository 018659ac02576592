import '@mantine/core/styles/PasswordInput.layer.css';
import { NumberInput, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import type { Provider } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hostIn, sharesHost } from '../../entities/model/kind.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { SettingForm } from '../../ui/page/SettingForm.tsx';
import { privateHost } from './private-host.ts';
import { applyProvider } from './provider-queries.ts';

/** The longest that a service is asked to keep a model loaded, in minutes. */
const MOST_MINUTES = 43_200;

/** Connection of a provider: name, address, key. The key is never shown, only replaced. */
export function ConnectionForm({ provider, onSaved }: { provider: Provider; onSaved(): void }) {
  const { t } = useTranslation('model');
  const { id: providerId, kind, hasKey, abilities, isFromEnvironment } = provider;
  const [name, setName] = useState(provider.name);
  const [apiHost, setApiHost] = useState(provider.apiHost);
  const [apiKey, setApiKey] = useState('');
  const [keepAlive, setKeepAlive] = useState<string | number>(provider.keepAliveTime / 60);
  const keyIsOdd = !/^[\x21-\x7e]*$/.test(apiKey.trim());
  const keepAliveTime = typeof keepAlive === 'number' ? Math.round(keepAlive * 60) : 0;
  // The stored key is not sent to another address.
  const leavesKey =
    hasKey && apiKey.trim() === '' && apiHost.trim() !== '' && !sharesHost(apiHost, provider.apiHost);
  const changed =
    name !== provider.name ||
    apiHost !== provider.apiHost ||
    apiKey !== '' ||
    keepAliveTime !== provider.keepAliveTime;

  function reset() {
    setName(provider.name);
    setApiHost(provider.apiHost);
    setApiKey('');
    setKeepAlive(provider.keepAliveTime / 60);
  }

  async function save() {
    const connection = abilities.connect && { name, apiHost, apiKey };
    const changedTo = await api.provider.update.mutate(
      { providerId, keepAliveTime, ...connection },
      { context: { silent: true } },
    );
    setApiKey('');
    setApiHost(changedTo.apiHost);
    applyProvider(changedTo);
    onSaved();
    if (changedTo.keyDropped) toast.warning(t('connection.dropped', { host: hostIn(changedTo.apiHost) }));
  }

  const keyWords = isFromEnvironment
    ? t(hasKey ? 'connection.keyEnvironment' : 'connection.keyNone')
    : t(hasKey ? 'connection.keyStored' : 'connection.keyNone');
  const own = abilities.connect && apiHost !== provider.apiHost ? privateHost(apiHost) : null;
  const hostWords = [
    leavesKey && t('connection.leavesKey', { host: hostIn(provider.apiHost) }),
    own && t('field.hostPrivate', { host: own }),
  ]
    .filter(Boolean)
    .join(' ');

  return (
    <SettingForm
      title={t('connection.title')}
      changed={changed}
      valid={name.trim() !== '' && !keyIsOdd}
      onSave={save}
      onReset={reset}
    >
      <TextInput
        label={t('field.name')}
        value={name}
        maxLength={80}
        disabled={!abilities.connect}
        error={name.trim() === '' && t('field.nameNeeded')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('field.host')}
        value={apiHost}
        maxLength={500}
        spellCheck={false}
        disabled={!abilities.connect}
        description={hostWords || undefined}
        onChange={(event) => setApiHost(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('field.key')}
        description={keyWords}
        placeholder={hasKey && !leavesKey ? '••••••••••••••••' : ''}
        value={apiKey}
        maxLength={4_000}
        autoComplete="off"
        disabled={!abilities.connect}
        error={keyIsOdd && t('field.keyOdd')}
        visibilityToggleButtonProps={{ 'aria-label': t('field.keyShow') }}
        onChange={(event) => setApiKey(event.currentTarget.value)}
      />
      {kind === 'ollama' && (
        <NumberInput
          label={t('field.keepAlive')}
          description={t('field.keepAliveWords')}
          value={keepAlive}
          min={0}
          max={MOST_MINUTES}
          clampBehavior="blur"
          suffix={` ${t('field.minutes')}`}
          onChange={setKeepAlive}
        />
      )}
    </SettingForm>
  );
}
