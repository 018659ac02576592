import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateFilter } from '../../entities/template/queries.ts';
import { closeTemplates, type GalleryView, openTemplates } from '../../entities/template/store.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';
import { useIsPhone } from '../../ui/page/shell.ts';
import { Gallery } from './Gallery.tsx';
import classes from './GalleryDialog.module.css';
import { Preview } from './Preview.tsx';

/** Every template to start from, to be searched and looked at before one is chosen. */
export default function GalleryDialog({ view }: { view: GalleryView }) {
  useFocusBack();
  const { t } = useTranslation('template');
  const isPhone = useIsPhone();
  // Kept while one template is looked at.
  const [filter, setFilter] = useState<TemplateFilter>({
    ...{ keyword: '', category: null, group: null },
    kind: view.kind ?? null,
  });
  const [lastId, setLastId] = useState<string | null>(null);
  const { templateId } = view;
  return (
    <Modal
      opened
      onClose={closeTemplates}
      size={920}
      fullScreen={isPhone}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      {templateId === undefined ? (
        <Gallery
          filter={filter}
          onFilter={setFilter}
          lastId={lastId}
          onOpen={(id) => openTemplates({ ...view, templateId: id })}
        />
      ) : (
        <Preview
          key={templateId}
          templateId={templateId}
          view={view}
          onBack={() => {
            setLastId(templateId);
            openTemplates({ ...view, templateId: undefined });
          }}
        />
      )}
    </Modal>
  );
}
