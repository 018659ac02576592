import '@mantine/core/styles/PasswordInput.layer.css';
import { Modal, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import {
  defaultApiHosts,
  type Provider,
  type ProviderScope,
  remoteKinds,
} from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindIcons } from '../../entities/model/kind.ts';
import { api } from '../../lib/trpc.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';
import { DialogForm } from '../../ui/form/DialogForm.tsx';
import form from './ModelForm.module.css';
import type { RemoteKind } from './ProviderList.tsx';
import classes from './ProviderScreen.module.css';
import { privateHost } from './private-host.ts';

const chevron = <IconChevronDown size={14} stroke={1.75} aria-hidden />;

interface AddProviderDialogProps {
  /** The kind that was chosen already, if one was. */
  kind: RemoteKind | null;
  /** Whether the person may offer it to every team. */
  operates: boolean;
  onClose(): void;
  onAdded(provider: Provider): void;
}

/** Adds a provider: first its kind, then its connection. */
export function AddProviderDialog({ kind: chosen, operates, onClose, onAdded }: AddProviderDialogProps) {
  useFocusBack();
  const { t } = useTranslation('model');
  const [kind, setKind] = useState<RemoteKind | null>(chosen);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('add.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
      size="md"
    >
      {kind === null ? (
        <ul className={form.choice} aria-label={t('add.kind')}>
          {remoteKinds.map((each) => {
            const KindIcon = kindIcons[each];
            return (
              <li key={each}>
                <button type="button" className={form.option} onClick={() => setKind(each)}>
                  <KindIcon size={20} stroke={1.5} aria-hidden />
                  <span>
                    <span className={classes.name}>{t(`kind.${each}`)}</span>
                    <span className={classes.detail}>{t(`about.${each}`)}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      ) : (
        <ProviderForm
          kind={kind}
          operates={operates}
          onBack={chosen === null ? () => setKind(null) : onClose}
          {...(chosen === null && { backLabel: t('add.back') })}
          onAdded={onAdded}
        />
      )}
    </Modal>
  );
}

interface ProviderFormProps {
  kind: RemoteKind;
  operates: boolean;
  onBack(): void;
  /** Label of the button that goes back, unless it cancels. */
  backLabel?: string;
  onAdded(provider: Provider): void;
}

function ProviderForm({ kind, operates, onBack, backLabel, onAdded }: ProviderFormProps) {
  const { t } = useTranslation('model');
  const [name, setName] = useState(kind === 'openai-compatible' ? '' : t(`kind.${kind}`));
  const [apiHost, setApiHost] = useState<string>(defaultApiHosts[kind]);
  const [apiKey, setApiKey] = useState('');
  const [scope, setScope] = useState<ProviderScope>('team');
  const own = privateHost(apiHost);
  const needsHost = apiHost.trim() === '' && defaultApiHosts[kind] === '';
  const keyIsOdd = !/^[\x21-\x7e]*$/.test(apiKey.trim());

  async function add() {
    const named = name.trim() || URL.parse(apiHost)?.host || t(`kind.${kind}`);
    const input = { kind, name: named.slice(0, 80), apiHost, apiKey, scope };
    onAdded(await api.provider.create.mutate(input, { context: { silent: true } }));
  }

  return (
    <DialogForm
      submit={t('add.submit')}
      {...(backLabel !== undefined && { cancel: backLabel })}
      valid={!needsHost && !keyIsOdd}
      onCancel={onBack}
      onSubmit={add}
    >
      <TextInput
        label={t('field.host')}
        description={
          own
            ? t('field.hostPrivate', { host: own })
            : kind === 'openai-compatible'
              ? t('field.hostWords')
              : undefined
        }
        placeholder={defaultApiHosts[kind] || 'https://api.example.com/v1'}
        value={apiHost}
        maxLength={500}
        spellCheck={false}
        data-autofocus={kind === 'openai-compatible' || kind === 'ollama' || undefined}
        onChange={(event) => setApiHost(event.currentTarget.value)}
      />
      <PasswordInput
        label={kind === 'ollama' || kind === 'openai-compatible' ? t('field.keyOptional') : t('field.key')}
        description={t('field.keyWords')}
        value={apiKey}
        maxLength={4_000}
        autoComplete="off"
        error={keyIsOdd && t('field.keyOdd')}
        data-autofocus={(kind !== 'openai-compatible' && kind !== 'ollama') || undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('field.keyShow') }}
        onChange={(event) => setApiKey(event.currentTarget.value)}
      />
      <TextInput
        label={t('field.name')}
        placeholder={URL.parse(apiHost)?.host ?? ''}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {operates && (
        <NativeSelect
          label={t('field.scope')}
          rightSection={chevron}
          value={scope}
          data={(['team', 'installation'] as const).map((value) => ({ value, label: t(`scope.${value}`) }))}
          onChange={(event) =>
            setScope(event.currentTarget.value === 'installation' ? 'installation' : 'team')
          }
        />
      )}
    </DialogForm>
  );
}
