import { Suspense } from 'react';
import { useTemplates } from '../../entities/template/store.ts';
import { lazyPart } from '../../ui/page/lazy-part.tsx';

export { openSaveTemplate, openTemplates } from '../../entities/template/store.ts';

const gallery = lazyPart('templates', () => import('./GalleryDialog.tsx'));
const saving = lazyPart('saveTemplate', () => import('./SaveDialog.tsx'));

/** The gallery of templates, or the form that saves one; neither unless it was opened. */
export function TemplateDialogs() {
  const state = useTemplates();
  return (
    <Suspense fallback={null}>
      {state.gallery && <gallery.Part view={state.gallery} />}
      {state.saving && <saving.Part key={state.saving.id} source={state.saving} />}
    </Suspense>
  );
}
