import { Button, Modal, Popover, UnstyledButton } from '@mantine/core';
import { avatarColours, readAvatar, writeSign } from '@tandem/shared/assistant/avatar';
import { isShownImage, MAX_FILE_BYTES } from '@tandem/shared/file/schema';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeUpload, uploadFile } from '../../lib/upload.ts';
import { AssistantPortrait } from '../../ui/AssistantPortrait.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import classes from './AssistantFields.module.css';

const cropper = lazyPart('avatar-cropper', () => import('../file/AvatarCropper.tsx'));
const emojiPicker = lazyPart('emoji-picker', () => import('../message/EmojiPicker.tsx'));

interface AssistantAvatarFieldProps {
  name: string;
  avatar: string;
  onChange(avatar: string): void;
}

/** How an assistant looks: an emoji on a colour, or a picture that is uploaded and cut to a square. */
export function AssistantAvatarField({ name, avatar, onChange }: AssistantAvatarFieldProps) {
  const { t } = useTranslation('assistant');
  const { t: tFile } = useTranslation('file');
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  const [source, setSource] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** An upload that is not saved yet has no picture at its own address until then. */
  const [preview, setPreview] = useState<{ id: string; url: string } | null>(null);
  const view = readAvatar(avatar);
  const sign = view.kind === 'sign' ? view : { emoji: '', colour: null };
  const shown = preview?.id === avatar ? preview.url : avatar;

  const close = () => {
    if (source) URL.revokeObjectURL(source);
    setSource(null);
  };
  const choose = (file: File | undefined) => {
    setProblem(null);
    if (!file) return;
    if (!isShownImage(file.type) || file.type === 'image/gif' || file.size > MAX_FILE_BYTES)
      return setProblem(tFile('avatar.notAPicture'));
    setSource(URL.createObjectURL(file));
  };
  const use = async (picture: Blob) => {
    setBusy(true);
    setProblem(null);
    try {
      const signal = AbortSignal.timeout(120_000);
      const { id, url } = await uploadFile(picture, 'avatar.webp', { signal, onProgress() {} });
      setPreview({ id, url });
      onChange(id);
      close();
    } catch (error) {
      setProblem(describeUpload(error));
    } finally {
      setBusy(false);
    }
  };

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
          <Button
            variant="default"
            size="compact-sm"
            onPointerEnter={cropper.preload}
            onClick={() => input.current?.click()}
          >
            {t('avatar.upload')}
          </Button>
          {avatar !== '' && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange('')}>
              {t('avatar.none')}
            </Button>
          )}
        </div>
      </div>
      {problem && !source && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif"
        hidden
        data-avatar
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Modal
        opened={source !== null}
        onClose={close}
        title={tFile('avatar.crop')}
        closeButtonProps={{ 'aria-label': tFile('avatar.cancel') }}
        size="md"
      >
        {source && (
          <cropper.Part
            source={source}
            busy={busy}
            onUse={(picture) => void use(picture)}
            onCancel={close}
            onUnreadable={() => {
              close();
              setProblem(tFile('avatar.notAPicture'));
            }}
          />
        )}
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
      </Modal>
    </div>
  );
}
