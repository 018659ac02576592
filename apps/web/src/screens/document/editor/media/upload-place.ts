import type { BlockNoteEditor } from '@blocknote/core';
import i18n from 'i18next';

interface Rendered {
  dom: HTMLElement | DocumentFragment;
  destroy?(): void;
}

/**
 * Completes the empty place of a file: while one is uploaded it says so in the reader's language, and when none arrived
 * it offers again to add one. The library would say that it loads for ever.
 */
export function showUpload<Place extends Rendered>(
  rendered: Place,
  block: { id: string },
  // biome-ignore lint/suspicious/noExplicitAny: as the library types what renders blocks
  editor: BlockNoteEditor<any, any, any>,
): Place {
  const button = rendered.dom.querySelector('.bn-add-file-button');
  const place = button?.parentElement;
  if (!button || !place) return rendered;
  const loading = () => place.querySelector('.bn-file-loading-preview');
  const ends = [
    editor.onUploadStart((id) => {
      const words = id === block.id && loading();
      if (words) words.textContent = i18n.t('document:upload.loading');
    }),
    editor.onUploadEnd((id) => {
      if (id === block.id) loading()?.replaceWith(button);
    }),
  ];
  return {
    ...rendered,
    destroy() {
      for (const end of ends) end();
      rendered.destroy?.();
    },
  };
}
