import { Button, Menu } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import type { Assistant } from '@tandem/shared/assistant/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useChatApps } from '../../entities/assistant/rights.ts';
import { pathOf } from '../../entities/workspace/path.ts';
import { applyAnswer } from '../../entities/workspace/store.ts';
import { newId } from '../../lib/ids.ts';
import { api } from '../../lib/trpc.ts';

interface StartButtonProps {
  assistant: Assistant;
  /** One of many in a list. */
  compact?: boolean;
}

/** Starts a chat that the assistant answers; a personal assistant asks for the app if there are several. */
export function StartButton({ assistant, compact = false }: StartButtonProps) {
  const { t } = useTranslation('assistant');
  const apps = useChatApps(assistant);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [only] = apps;
  if (!only) return null;

  const start = async (appId: string) => {
    setBusy(true);
    try {
      const values = { appId, assistantId: assistant.id, clientKey: newId() };
      const channel = await api.channel.create.mutate(values);
      applyAnswer({ channels: [channel] });
      void navigate(pathOf.channel(channel));
    } catch {
      // The call has shown why.
      setBusy(false);
    }
  };
  const look = {
    size: compact ? 'compact-xs' : 'sm',
    variant: compact ? 'subtle' : 'default',
    loading: busy,
    leftSection: <IconMessagePlus size={compact ? 14 : 16} stroke={1.75} aria-hidden />,
    ...(compact && { 'aria-label': t('startWith', { name: assistant.name }) }),
  } as const;
  if (apps.length === 1)
    return (
      <Button {...look} onClick={() => void start(only.id)}>
        {t('start')}
      </Button>
    );
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <Button {...look}>{t('start')}</Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('startIn')}</Menu.Label>
        {apps.map(({ id, name, icon }) => (
          <Menu.Item key={id} onClick={() => void start(id)}>
            {icon && <span aria-hidden>{icon} </span>}
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
