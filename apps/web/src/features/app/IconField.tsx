import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import classes from './IconField.module.css';

const EmojiPicker = lazyPart('emoji-picker', () => import('../message/EmojiPicker.tsx'));

interface IconFieldProps {
  /** One emoji, or "". */
  icon: string;
  readOnly: boolean;
  onChange(icon: string): void;
}

/** The sign that stands before an app's name, and the choice of another. */
export function IconField({ icon, readOnly, onChange }: IconFieldProps) {
  const { t } = useTranslation('workspace');
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const choose = (next: string) => {
    onChange(next);
    setOpened(false);
    target.current?.focus();
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <UnstyledButton
          ref={target}
          className={classes.target ?? ''}
          disabled={readOnly}
          aria-label={icon ? t('icon.change', { icon }) : t('icon.choose')}
          onClick={() => setOpened(!opened)}
        >
          {icon || <IconMessages size={18} stroke={1.75} aria-hidden />}
        </UnstyledButton>
      </Popover.Target>
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
