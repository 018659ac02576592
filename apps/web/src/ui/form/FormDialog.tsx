import { Drawer, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../focus/use-focus-back.ts';
import { DialogForm, type DialogFormProps } from './DialogForm.tsx';

interface FormDialogProps extends Omit<DialogFormProps, 'onCancel' | 'cancel'> {
  title: string;
  /** Explanation, above the fields. */
  words?: string;
  size?: 'sm' | 'md';
  /** Whether it stands at the side, next to what it edits. */
  beside?: boolean;
  onClose(): void;
}

/** A form in a dialog that is open while it is rendered. It closes once its values are submitted. */
export function FormDialog(props: FormDialogProps) {
  const { title, words, size = 'md', beside = false, onClose, onSubmit, ...form } = props;
  useFocusBack();
  const { t } = useTranslation();
  const frame = { opened: true, onClose, title, size, closeButtonProps: { 'aria-label': t('action.close') } };
  const content = (
    <>
      {words && (
        <Text c="dimmed" mb="md">
          {words}
        </Text>
      )}
      <DialogForm
        {...form}
        onCancel={onClose}
        onSubmit={async () => {
          await onSubmit();
          onClose();
        }}
      />
    </>
  );
  return beside ? (
    <Drawer {...frame} position="right">
      {content}
    </Drawer>
  ) : (
    <Modal {...frame}>{content}</Modal>
  );
}
