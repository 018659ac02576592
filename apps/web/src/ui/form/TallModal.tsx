import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../focus/use-focus-back.ts';
import { useIsPhone } from '../page/shell.ts';
import classes from './TallModal.module.css';

interface TallModalProps extends Omit<ModalProps, 'opened' | 'classNames' | 'fullScreen'> {
  /** Height of what it shows, as CSS. */
  height: string;
}

/** A dialog of a fixed height whose parts scroll by themselves, open while it is rendered; all of a phone's screen. */
export function TallModal({ height, ...modal }: TallModalProps) {
  useFocusBack();
  const { t } = useTranslation('common');
  const isPhone = useIsPhone();
  return (
    <Modal
      {...modal}
      opened
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '', title: classes.title ?? '' }}
      styles={{ body: { '--tall-modal-height': height } as React.CSSProperties }}
    />
  );
}
