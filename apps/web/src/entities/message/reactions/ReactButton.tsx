import { Popover } from '@mantine/core';
import { IconMoodPlus, IconSearch } from '@tabler/icons-react';
import type { Message } from '@tandem/shared/message/schema';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenedOnce } from '../../../ui/focus/use-opened-once.ts';
import { lazyPart } from '../../../ui/page/lazy-part.tsx';
import { reactTo } from '../actions.ts';
import { useConversation } from '../context.ts';
import type { useAction } from '../use-action.ts';
import classes from './ReactButton.module.css';

const EmojiPicker = lazyPart('emoji-picker', () => import('./EmojiPicker.tsx'));

/** Offered at once. */
const quick = ['👍', '❤️', '😄', '🎉', '👀', '🙏', '✅', '🚀'];

interface ReactButtonProps {
  message: Message;
  action: ReturnType<typeof useAction>;
}

/** Answers to a message in one sign. */
export function ReactButton({ message, action }: ReactButtonProps) {
  const { store } = useConversation();
  return (
    <ReactMenu
      onGive={(emoji) => {
        const mine = message.reactions.find((reaction) => reaction.emoji === emoji)?.mine ?? false;
        void action.run(() => reactTo(store, message.id, emoji, !mine));
      }}
    />
  );
}

/** Offers signs to answer with: a few at once, or any other by its name. */
export function ReactMenu({ onGive }: { onGive(emoji: string): void }) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState<'no' | 'quick' | 'all'>('no');
  const made = useOpenedOnce(open !== 'no');
  const target = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen('no');
    target.current?.focus({ preventScroll: true });
  };
  const give = (emoji: string) => {
    close();
    onGive(emoji);
  };
  const button = (
    <button
      ref={target}
      type="button"
      aria-label={t('reaction.add')}
      title={t('reaction.add')}
      aria-haspopup="dialog"
      aria-expanded={open !== 'no'}
      onClick={() => setOpen(open === 'no' ? 'quick' : 'no')}
    >
      <IconMoodPlus size={16} stroke={1.75} aria-hidden />
    </button>
  );
  // Every message has one, so the popover is created on first use.
  if (!made) return button;
  return (
    <Popover
      opened={open !== 'no'}
      onChange={(opened) => !opened && close()}
      position="top-start"
      shadow="md"
      trapFocus
      withinPortal
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p={6} aria-label={t('reaction.add')}>
        {open === 'all' ? (
          <EmojiPicker.Part onPick={give} />
        ) : (
          <div className={classes.quick}>
            {quick.map((emoji, index) => (
              <button
                key={emoji}
                type="button"
                aria-label={emoji}
                data-autofocus={index === 0 || undefined}
                onClick={() => give(emoji)}
              >
                {emoji}
              </button>
            ))}
            <button
              type="button"
              aria-label={t('reaction.more')}
              title={t('reaction.more')}
              onPointerEnter={EmojiPicker.preload}
              onClick={() => setOpen('all')}
            >
              <IconSearch size={16} stroke={1.75} aria-hidden />
            </button>
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
