import { Menu } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Message } from '@tandem/shared/message/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { regenerateMessage } from './actions.ts';
import { useConversation, useMessages } from './context.ts';
import type { useAction } from './use-action.ts';

interface RegenerateButtonProps {
  message: Message;
  action: ReturnType<typeof useAction>;
}

/** Has an answer written again; where there are several models, with the one that is chosen. */
export function RegenerateButton({ message, action }: RegenerateButtonProps) {
  const { t } = useTranslation('chat');
  const { store, models } = useConversation();
  const running = useMessages((state) => state.runningId !== null);
  const [open, setOpen] = useState(false);
  const again = (modelId?: string) => void action.run(() => regenerateMessage(store, message.id, modelId));
  const several = models.length > 1;

  const button = (
    <button
      type="button"
      aria-label={t('message.regenerate')}
      title={t('message.regenerate')}
      disabled={running || action.busy}
      // With one model there is nothing to choose.
      onClick={() => (several ? setOpen(!open) : again())}
      {...(several && { 'aria-haspopup': 'menu' as const, 'aria-expanded': open })}
    >
      <IconRefresh size={16} stroke={1.75} aria-hidden />
    </button>
  );
  // The menu is costly and every answer has one: it is made when it is first opened.
  if (!open) return button;
  return (
    <Menu opened onChange={setOpen} position="bottom-start" withinPortal shadow="md" width={260}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => again()}>{t('message.tryAgain')}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('message.tryWith')}</Menu.Label>
        {models.map((model) => (
          <Menu.Item key={model.id} onClick={() => again(model.id)}>
            {model.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
