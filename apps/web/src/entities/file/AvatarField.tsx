import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session/session.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { PictureProblem, usePicture } from '../../ui/picture/use-picture.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import classes from './AvatarField.module.css';

/** The signed-in person's picture: choose one, cut it to a square, or go without. Stored at once. */
export function AvatarField() {
  const { t } = useTranslation('file');
  const { name, avatar } = useSession((state) => state.user);
  const button = useRef<HTMLButtonElement>(null);
  const store = async (chosen: string, said: string) => {
    // Another tab may have changed the rest meanwhile: the answer is all of it.
    const user = await api.user.update.mutate({ avatar: chosen }, { context: { silent: true } });
    useSession.setState({ user });
    toast.success(said);
  };
  const { open, preload, busy, problem, run, parts } = usePicture({
    onUploaded: ({ id }) => store(id, t('avatar.set')),
    onClosed: () => button.current?.focus(),
  });
  return (
    <fieldset className={classes.field} aria-label={t('avatar.title')}>
      <Portrait name={name} avatar={avatar} size={72} />
      <div className={classes.side}>
        <div className={classes.buttons}>
          <Button ref={button} variant="default" disabled={busy} onPointerEnter={preload} onClick={open}>
            {avatar ? t('avatar.replace') : t('avatar.choose')}
          </Button>
          {avatar && (
            <Button
              variant="subtle"
              color="gray"
              disabled={busy}
              onClick={() => void run(() => store('', t('avatar.removed')))}
            >
              {t('avatar.remove')}
            </Button>
          )}
        </div>
        {problem ? (
          <PictureProblem>{problem}</PictureProblem>
        ) : (
          <p className={classes.words}>{t('avatar.words')}</p>
        )}
      </div>
      {parts}
    </fieldset>
  );
}
