import { blockIn, wordsIn } from '@tandem/shared/document/citation';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { toast } from '../../../lib/toasts.ts';
import type { DocumentEditor } from '../editor/schema.ts';
import { showBlock } from '../show-block.ts';
import { blockWithWords, markWords } from './asked-words.ts';

/** How long a target block is highlighted, in milliseconds. */
const SHOWN_MS = 2_600;
/** How long to wait for a block as the document opens, and how often to check, in milliseconds. */
const PATIENCE_MS = 1_500;
const LOOK_MS = 50;

interface AskedBlockProps {
  editor: DocumentEditor;
  /** Called when the block is shown. */
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
    // Words of a message are looked for in the chat.
    const words = new URLSearchParams(search).has('message') ? null : wordsIn(hash);
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

  // The words stay highlighted until the reader moves on.
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

  // Uses a style rule, so that the editor does not render again.
  return (
    shown && (
      <style>{`.bn-editor .bn-block[data-id="${shown.id}"] > .bn-block-content { animation: block-shown ${SHOWN_MS}ms ease-out; }`}</style>
    )
  );
}
