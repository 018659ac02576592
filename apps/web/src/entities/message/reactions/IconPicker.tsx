import { Button, Popover, type PopoverProps } from '@mantine/core';
import { type ReactElement, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/page/lazy-part.tsx';

const EmojiPicker = lazyPart('emoji-picker', () => import('./EmojiPicker.tsx'));

interface IconPickerProps extends Pick<PopoverProps, 'position'> {
  /** One emoji, or "". */
  icon: string;
  onChange(icon: string): void;
  /** The button that opens the choice. */
  children(button: { ref: RefObject<HTMLButtonElement | null>; onClick(): void }): ReactElement;
}

/** Chooses the emoji shown before a name. */
export function IconPicker({ icon, onChange, position = 'bottom-start', children }: IconPickerProps) {
  const { t } = useTranslation('workspace');
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const choose = (next: string) => {
    onChange(next);
    setOpened(false);
    target.current?.focus();
  };
  return (
    <Popover opened={opened} onChange={setOpened} position={position} trapFocus returnFocus withinPortal>
      <Popover.Target>{children({ ref: target, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('icon.label')}>
        <EmojiPicker.Part onPick={choose} />
        {icon && (
          <Button variant="subtle" color="gray" size="xs" fullWidth mt={4} onClick={() => choose('')}>
            {t('icon.none')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
