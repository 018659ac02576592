import { Modal } from '@mantine/core';
import { isShownImage } from '@tandem/shared/file/schema';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadMegabytes } from '../../lib/system-setting.ts';
import { describeUpload, uploadFile } from '../../lib/upload.ts';
import { lazyPart } from '../page/lazy-part.tsx';

const cutter = lazyPart('picture-cutter', () => import('./PictureCutter.tsx'));

/** A picture that was uploaded and belongs to nothing yet; `url` shows it only until it is stored somewhere. */
export interface UploadedPicture {
  id: string;
  url: string;
}

interface PictureOptions {
  /** The outline in which it will be shown. */
  shape?: 'round' | 'rect';
  /** Uses the uploaded picture; a failure shows beside the dialog's buttons, and the picture stays there. */
  onUploaded(picture: UploadedPicture): unknown;
  /** Called when the dialog has closed, for whatever reason. */
  onClosed?(): void;
}

interface PictureChoice {
  /** Opens the file chooser. */
  open(): void;
  /** Preloads the cropper before a file is chosen. */
  preload(): void;
  busy: boolean;
  /** Why it did not work; null while the dialog says so itself. */
  problem: string | null;
  /** Does something else to the picture, such as removing it, and keeps its failure as `problem`. */
  run(work: () => Promise<unknown>): Promise<void>;
  /** Must be rendered somewhere on the page. */
  parts: ReactNode;
}

/** Lets a person choose a picture, crops it and uploads it. */
export function usePicture({ shape = 'round', onUploaded, onClosed }: PictureOptions): PictureChoice {
  const { t } = useTranslation('file');
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const close = () => {
    if (source) URL.revokeObjectURL(source);
    setSource(null);
    onClosed?.();
  };
  const choose = (file: File | undefined) => {
    setProblem(null);
    if (!file) return;
    if (!isShownImage(file.type) || file.type === 'image/gif' || file.size > uploadMegabytes() * 1024 * 1024)
      return setProblem(t('avatar.notAPicture'));
    setSource(URL.createObjectURL(file));
  };
  const run = async (work: () => Promise<unknown>) => {
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
      const { id, url } = await uploadFile(picture, 'avatar.webp', { signal, onProgress() {} });
      await onUploaded({ id, url });
      close();
    });

  const parts = (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif"
        hidden
        data-picture
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
          <cutter.Part
            source={source}
            shape={shape}
            busy={busy}
            onUse={(picture) => void use(picture)}
            onCancel={close}
            onUnreadable={() => {
              close();
              setProblem(t('avatar.notAPicture'));
            }}
          />
        )}
        <PictureProblem>{source && problem}</PictureProblem>
      </Modal>
    </>
  );
  return {
    open: () => input.current?.click(),
    preload: cutter.preload,
    busy,
    problem: source ? null : problem,
    run,
    parts,
  };
}

/** Why a picture could not be used; nothing without a reason. */
export function PictureProblem({ children }: { children: string | null }) {
  return (
    children && (
      <p
        role="alert"
        style={{
          margin: '8px 0 0',
          fontSize: 'var(--mantine-font-size-xs)',
          color: 'var(--mantine-color-error)',
        }}
      >
        {children}
      </p>
    )
  );
}
