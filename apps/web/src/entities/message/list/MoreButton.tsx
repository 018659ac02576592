import { Menu } from '@mantine/core';
import { IconDots, IconGitFork, IconMailOpened } from '@tabler/icons-react';
import type { Message } from '@tandem/shared/message/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenedOnce } from '../../../ui/focus/use-opened-once.ts';
import { useConversation } from '../context.ts';
import type { useAction } from '../use-action.ts';

interface MoreButtonProps {
  message: Message;
  action: ReturnType<typeof useAction>;
}

/** Less frequent actions on a message. */
export function MoreButton({ message, action }: MoreButtonProps) {
  const { t } = useTranslation('chat');
  const { fork, markUnread } = useConversation();
  const [open, setOpen] = useState(false);
  const made = useOpenedOnce(open);
  const button = (
    <button
      type="button"
      aria-label={t('message.actions')}
      title={t('message.actions')}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      <IconDots size={16} stroke={1.75} aria-hidden />
    </button>
  );
  // Every message has one: the menu is made when it is first opened.
  if (!made) return button;
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-start" withinPortal shadow="md" width={220}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {fork && (
          <Menu.Item
            leftSection={<IconGitFork size={16} stroke={1.75} aria-hidden />}
            onClick={() => void action.run(() => fork(message.id))}
          >
            {t('message.fork')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconMailOpened size={16} stroke={1.75} aria-hidden />}
          onClick={() => void action.run(() => markUnread(message.id))}
        >
          {t('message.markUnread')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
