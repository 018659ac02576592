import { blockIn } from '@tandem/shared/document/citation';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import type { DocumentEditor } from './editor/schema.ts';
import { showBlock } from './show-block.ts';

/** How long a block stands out that somebody was led to, in milliseconds. */
const SHOWN_MS = 2_600;
/** How long a block is waited for as the document opens, and how often it is looked for, in milliseconds. */
const PATIENCE_MS = 1_500;
const LOOK_MS = 50;

interface AskedBlockProps {
  editor: DocumentEditor;
  /** Told when a block is shown. */
  onShown(): void;
}

/** An address may name a block of the document: it is shown once, and the address is as before. */
export function AskedBlock({ editor, onShown }: AskedBlockProps) {
  const { t } = useTranslation('document');
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [shown, setShown] = useState<{ id: string } | null>(null);

  useEffect(() => {
    const id = blockIn(hash);
    if (id === null) return;
    const until = Date.now() + PATIENCE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const isThere = showBlock(editor, id);
      if (!isThere && Date.now() < until) {
        timer = setTimeout(look, LOOK_MS);
        return;
      }
      void navigate({ pathname, search }, { replace: true, state });
      if (!isThere) return void toast(t('block.gone'), { id: 'block-gone' });
      setShown({ id });
      onShown();
    };
    look();
    return () => clearTimeout(timer);
  }, [hash, pathname, search, state, navigate, editor, onShown, t]);

  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  // A rule of style, so that nothing in the editor is drawn anew.
  return (
    shown && (
      <style>{`.bn-editor .bn-block[data-id="${shown.id}"] > .bn-block-content { animation: block-shown ${SHOWN_MS}ms ease-out; }`}</style>
    )
  );
}
