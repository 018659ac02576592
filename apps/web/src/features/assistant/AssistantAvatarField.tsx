import { Button, Popover, UnstyledButton } from '@mantine/core';
import { avatarColours, readAvatar, writeSign } from '@tandem/shared/assistant/avatar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/page/lazy-part.tsx';
import { PictureProblem, type UploadedPicture, usePicture } from '../../ui/picture/use-picture.tsx';
import { AssistantPortrait } from '../../ui/portrait/AssistantPortrait.tsx';
import classes from './AssistantFields.module.css';

const emojiPicker = lazyPart(
  'emoji-picker',
  () => import('../../entities/message/reactions/EmojiPicker.tsx'),
);

interface AssistantAvatarFieldProps {
  name: string;
  avatar: string;
  onChange(avatar: string): void;
}

/** An assistant's avatar: an emoji on a colour, or an uploaded image cropped to a square. */
export function AssistantAvatarField({ name, avatar, onChange }: AssistantAvatarFieldProps) {
  const { t } = useTranslation('assistant');
  const [opened, setOpened] = useState(false);
  /** An upload that is not saved yet has no picture at its own address until then. */
  const [preview, setPreview] = useState<UploadedPicture | null>(null);
  const view = readAvatar(avatar);
  const sign = view.kind === 'sign' ? view : { emoji: '', colour: null };
  const shown = preview?.id === avatar ? preview.url : avatar;
  const picture = usePicture({
    onUploaded(uploaded) {
      setPreview(uploaded);
      onChange(uploaded.id);
    },
  });

  return (
    <div>
      <div className={classes.avatar}>
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-start"
          trapFocus
          returnFocus
          withinPortal
        >
          <Popover.Target>
            <UnstyledButton
              className={classes.target ?? ''}
              aria-label={t('avatar.change')}
              onClick={() => setOpened(!opened)}
            >
              <AssistantPortrait name={name} avatar={shown} size={56} />
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown p="xs" aria-label={t('avatar.change')}>
            <div className={classes.swatches}>
              {avatarColours.map((colour) => (
                <button
                  key={colour}
                  type="button"
                  aria-label={t(`colour.${colour}`)}
                  aria-pressed={sign.colour === colour}
                  onClick={() => onChange(writeSign({ emoji: sign.emoji, colour }))}
                >
                  <AssistantPortrait name={name} avatar={`${colour}:${sign.emoji}`} size={26} />
                </button>
              ))}
            </div>
            <emojiPicker.Part
              onPick={(emoji) => {
                onChange(writeSign({ emoji, colour: sign.colour }));
                setOpened(false);
              }}
            />
          </Popover.Dropdown>
        </Popover>
        <div className={classes.buttons}>
          <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
            {t('avatar.emoji')}
          </Button>
          <Button variant="default" size="compact-sm" onPointerEnter={picture.preload} onClick={picture.open}>
            {t('avatar.upload')}
          </Button>
          {avatar !== '' && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange('')}>
              {t('avatar.none')}
            </Button>
          )}
        </div>
      </div>
      <PictureProblem>{picture.problem}</PictureProblem>
      {picture.parts}
    </div>
  );
}
