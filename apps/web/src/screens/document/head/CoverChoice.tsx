import { Button, FileButton, Popover } from '@mantine/core';
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react';
import { type Cover, coverGradients } from '@tandem/shared/document/appearance';
import { fileIdOf, SHOWN_IMAGES } from '@tandem/shared/file/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeAppearance } from '../appearance.ts';
import { uploadInto } from '../editor/media/upload.ts';
import classes from './CoverChoice.module.css';
import gradients from './Gradients.module.css';

/** Another cover: one of the gradients, a picture of one's own, or none. */
export function CoverChoice({ documentId, cover }: { documentId: string; cover: Cover }) {
  const { t } = useTranslation('document');
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const upload = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    // The upload shows its own progress and failure.
    const fileId = fileIdOf(await uploadInto(documentId, t)(file));
    if (fileId !== null) await changeAppearance(documentId, { cover: fileId, coverY: 50 });
    setBusy(false);
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPhoto size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('cover.change')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={t('cover.label')}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame */}
        <div className={classes.gradients} role="group" aria-label={t('cover.gradients')}>
          {coverGradients.map((gradient) => (
            <button
              key={gradient}
              type="button"
              className={`${classes.gradient} ${gradients.gradient}`}
              data-gradient={gradient}
              aria-label={t(`cover.gradient.${gradient}`)}
              title={t(`cover.gradient.${gradient}`)}
              aria-pressed={cover === gradient}
              onClick={() => void changeAppearance(documentId, { cover: gradient })}
            />
          ))}
        </div>
        <div className={classes.actions}>
          <FileButton accept={SHOWN_IMAGES.join(',')} onChange={(file) => void upload(file)}>
            {(props) => (
              <Button
                {...props}
                size="compact-sm"
                variant="default"
                loading={busy}
                leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              >
                {t('cover.upload')}
              </Button>
            )}
          </FileButton>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => void changeAppearance(documentId, { cover: '' })}
          >
            {t('cover.remove')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
