import { Button, Modal } from '@mantine/core';
import { isShownImage } from '@tandem/shared/file/schema';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { useSession } from '../../lib/session.ts';
import { uploadMegabytes } from '../../lib/system-setting.ts';
import { api } from '../../lib/trpc.ts';
import { describeUpload, uploadFile } from '../../lib/upload.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Portrait } from '../../ui/Portrait.tsx';
import classes from './AvatarField.module.css';

const cropper = lazyPart('avatar-cropper', () => import('./AvatarCropper.tsx'));

/** The signed-in person's picture: choose one, cut it to a square, or go without. Stored at once. */
export function AvatarField() {
  const { t } = useTranslation('file');
  const { name, avatar } = useSession((state) => state.user);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [source, setSource] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const close = () => {
    if (source) URL.revokeObjectURL(source);
    setSource(null);
    button.current?.focus();
  };
  const choose = (file: File | undefined) => {
    setProblem(null);
    if (!file) return;
    if (!isShownImage(file.type) || file.type === 'image/gif' || file.size > uploadMegabytes() * 1024 * 1024)
      return setProblem(t('avatar.notAPicture'));
    setSource(URL.createObjectURL(file));
  };
  const store = async (chosen: string, said: string) => {
    // Another tab may have changed the rest meanwhile: the answer is all of it.
    const user = await api.user.update.mutate({ avatar: chosen }, { context: { silent: true } });
    useSession.setState({ user });
    toast.success(said);
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(describeUpload(error));
    } finally {
      setBusy(false);
    }
  };
  const use = (picture: Blob) =>
    run(async () => {
      const signal = AbortSignal.timeout(120_000);
      const { id } = await uploadFile(picture, 'avatar.webp', { signal, onProgress() {} });
      await store(id, t('avatar.set'));
      close();
    });
  const remove = () => run(() => store('', t('avatar.removed')));

  const words = problem && (
    <p className={classes.problem} role="alert">
      {problem}
    </p>
  );
  return (
    <fieldset className={classes.field} aria-label={t('avatar.title')}>
      <Portrait name={name} avatar={avatar} size={72} />
      <div className={classes.side}>
        <div className={classes.buttons}>
          <Button
            ref={button}
            variant="default"
            disabled={busy}
            onPointerEnter={cropper.preload}
            onClick={() => input.current?.click()}
          >
            {avatar ? t('avatar.replace') : t('avatar.choose')}
          </Button>
          {avatar && (
            <Button variant="subtle" color="gray" disabled={busy} onClick={() => void remove()}>
              {t('avatar.remove')}
            </Button>
          )}
        </div>
        {source === null && words ? words : <p className={classes.words}>{t('avatar.words')}</p>}
      </div>
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
        title={t('avatar.crop')}
        closeButtonProps={{ 'aria-label': t('avatar.cancel') }}
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
              setProblem(t('avatar.notAPicture'));
            }}
          />
        )}
        {source && words}
      </Modal>
    </fieldset>
  );
}
