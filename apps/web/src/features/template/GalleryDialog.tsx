import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateFilter } from '../../entities/template/queries.ts';
import { closeTemplates, type GalleryView, openTemplates } from '../../entities/template/store.ts';
import { TallModal } from '../../ui/form/TallModal.tsx';
import { Gallery } from './Gallery.tsx';
import { Preview } from './Preview.tsx';

/** Every template to start from, to be searched and looked at before one is chosen. */
export default function GalleryDialog({ view }: { view: GalleryView }) {
  const { t } = useTranslation('template');
  // Kept while one template is looked at.
  const [filter, setFilter] = useState<TemplateFilter>({
    ...{ keyword: '', category: null, group: null },
    kind: view.kind ?? null,
  });
  const [lastId, setLastId] = useState<string | null>(null);
  const { templateId } = view;
  return (
    <TallModal
      onClose={closeTemplates}
      size={920}
      height="min(640px, calc(100dvh - 180px))"
      title={t('title')}
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
    </TallModal>
  );
}
