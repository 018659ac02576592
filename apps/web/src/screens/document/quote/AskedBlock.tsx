import { blockIn, wordsIn } from '@tandem/shared/document/citation';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import type { DocumentEditor } from '../editor/schema.ts';
import { showBlock } from '../show-block.ts';
import { blockWithWords, markWords } from './asked-words.ts';

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

/** An address may name a block of the document, or words in it: they are shown once, and the address is as before. */
export function AskedBlock({ editor, onShown }: AskedBlockProps) {
  const { t } = useTranslation('document');
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [shown, setShown] = useState<{ id: string; words: string | null } | null>(null);

  useEffect(() => {
    const named = blockIn(hash);
    const words = wordsIn(hash);
    if (named === null && words === null) return;
    const until = Date.now() + PATIENCE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const id = named ?? (words === null ? null : blockWithWords(editor, words));
      const isThere = id !== null && showBlock(editor, id);
      if (!isThere && Date.now() < until) {
        timer = setTimeout(look, LOOK_MS);
        return;
      }
      void navigate({ pathname, search }, { replace: true, state });
      if (!isThere) return void toast(t('block.gone'), { id: 'block-gone' });
      setShown({ id, words });
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

  // Words stay marked until whoever was led to them goes on.
  const [found, setFound] = useState<{ id: string; words: string } | null>(null);
  useEffect(() => {
    if (shown?.words) setFound({ id: shown.id, words: shown.words });
  }, [shown]);
  useEffect(() => {
    if (!found) return;
    const unmark = markWords(found.id, found.words);
    const leave = () => setFound(null);
    const went = { capture: true, once: true };
    window.addEventListener('pointerdown', leave, went);
    window.addEventListener('keydown', leave, went);
    return () => {
      unmark();
      window.removeEventListener('pointerdown', leave, went);
      window.removeEventListener('keydown', leave, went);
    };
  }, [found]);

  // A rule of style, so that nothing in the editor is drawn anew.
  return (
    shown && (
      <style>{`.bn-editor .bn-block[data-id="${shown.id}"] > .bn-block-content { animation: block-shown ${SHOWN_MS}ms ease-out; }`}</style>
    )
  );
}
