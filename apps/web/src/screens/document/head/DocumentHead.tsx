import { Button, UnstyledButton } from '@mantine/core';
import { IconMoodSmile, IconPhoto } from '@tabler/icons-react';
import type { Channel } from '@tandem/shared/channel/schema';
import { coverGradients, type DocumentAppearance } from '@tandem/shared/document/appearance';
import { useTranslation } from 'react-i18next';
import { IconPicker } from '../../../entities/message/reactions/IconPicker.tsx';
import { changeAppearance, changeIcon } from '../appearance.ts';
import { DocumentTitle } from '../DocumentTitle.tsx';
import classes from './DocumentHead.module.css';

interface DocumentHeadProps {
  channel: Channel;
  /** Null until they are known. */
  appearance: DocumentAppearance | null;
  editable: boolean;
  /** Whether the server is reached now. */
  connected: boolean;
  /** Called when the writer continues to the text. */
  onEnter(): void;
}

/** Sign and title of a document, and what can be added above them. */
export function DocumentHead({ channel, appearance, editable, connected, onEnter }: DocumentHeadProps) {
  const { t } = useTranslation('document');
  const { id, icon } = channel;
  const canDecorate = editable && channel.abilities.edit;
  const hasCover = appearance !== null && appearance.cover !== '';
  return (
    <>
      {icon && (
        <div className={classes.icon} data-over-cover={hasCover || undefined}>
          {canDecorate ? (
            <IconPicker icon={icon} onChange={(next) => void changeIcon(id, next)}>
              {(button) => (
                <UnstyledButton
                  {...button}
                  className={classes.sign ?? ''}
                  aria-label={t('icon.change', { icon })}
                >
                  {icon}
                </UnstyledButton>
              )}
            </IconPicker>
          ) : (
            <span className={classes.sign} aria-hidden>
              {icon}
            </span>
          )}
        </div>
      )}
      {canDecorate && appearance && (!icon || !hasCover) && (
        <div className={classes.add}>
          {!icon && (
            <IconPicker icon="" onChange={(next) => void changeIcon(id, next)}>
              {(button) => (
                <Button
                  {...button}
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconMoodSmile size={16} stroke={1.75} aria-hidden />}
                >
                  {t('icon.add')}
                </Button>
              )}
            </IconPicker>
          )}
          {!hasCover && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<IconPhoto size={16} stroke={1.75} aria-hidden />}
              onClick={() => void changeAppearance(id, { cover: gradientFor(id) })}
            >
              {t('cover.add')}
            </Button>
          )}
        </div>
      )}
      <DocumentTitle channel={channel} editable={editable} connected={connected} onEnter={onEnter} />
    </>
  );
}

/** A default gradient that varies by document. */
function gradientFor(documentId: string) {
  return coverGradients[Number.parseInt(documentId.slice(0, 4), 16) % coverGradients.length];
}
