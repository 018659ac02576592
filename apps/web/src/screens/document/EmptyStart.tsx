import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fillDocument, templateOf } from '../../entities/template/choose.ts';
import { useSomeTemplates } from '../../entities/template/queries.ts';
import { openTemplates } from '../../entities/template/store.ts';
import { describeError } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import classes from './EmptyStart.module.css';
import type { DocumentEditor } from './editor/schema.ts';

/** Templates that are offered by name; the gallery has all. */
const OFFERED = 5;

interface EmptyStartProps {
  documentId: string;
  editor: DocumentEditor;
}

/** Offers a few beginnings below the first line of a document as long as nothing is written in it. */
export function EmptyStart({ documentId, editor }: EmptyStartProps) {
  const isEmpty = useIsEmpty(editor);
  return isEmpty ? <Beginnings documentId={documentId} editor={editor} /> : null;
}

function useIsEmpty(editor: DocumentEditor): boolean {
  const [isEmpty, setEmpty] = useState(() => nothingIn(editor));
  useEffect(() => {
    const look = () => setEmpty(nothingIn(editor));
    look();
    return editor.onChange(look);
  }, [editor]);
  return isEmpty;
}

function nothingIn({ document: [first, second] }: DocumentEditor): boolean {
  if (!first || second || first.type !== 'paragraph' || first.children.length > 0) return false;
  return Array.isArray(first.content) && first.content.length === 0;
}

function Beginnings({ documentId, editor }: EmptyStartProps) {
  const { t } = useTranslation('template');
  const { data } = useSomeTemplates(OFFERED, 'document');
  const [busy, setBusy] = useState(false);
  if (!data || data.list.length === 0) return null;
  const begin = async (templateId: string) => {
    setBusy(true);
    try {
      await fillDocument(documentId, await templateOf(templateId));
      editor.focus();
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame
    <div className={classes.start} role="group" aria-label={t('suggest.label')} aria-busy={busy}>
      <span className={classes.label} aria-hidden>
        {t('suggest.label')}
      </span>
      {data.list.map(({ id, icon, name }) => (
        <button key={id} type="button" className={classes.one} disabled={busy} onClick={() => void begin(id)}>
          <span aria-hidden>{icon}</span> {name}
        </button>
      ))}
      <button
        type="button"
        className={classes.one}
        disabled={busy}
        onClick={() => openTemplates({ kind: 'document', documentId })}
      >
        {t('suggest.all')}
      </button>
    </div>
  );
}
