import type { BlockNoteEditor } from '@blocknote/core';
import i18n from 'i18next';
import { toast } from 'sonner';
import { copyText } from '../../../lib/clipboard.ts';
import { textOf } from '../own-text.ts';
import { colourCode } from './code-colours.ts';
import { languageNames, languageOf } from './languages.ts';

const DIAGRAM = 'mermaid';
/** A diagram is drawn this long after its last change, in milliseconds. */
const DRAW_AFTER_MS = 400;

/** Code as other programs take it. */
export function codeAsHtml({ props }: { props: { language: string } }) {
  const dom = document.createElement('pre');
  const code = document.createElement('code');
  code.className = `language-${props.language}`;
  code.dataset.language = props.language;
  dom.append(code);
  return { dom, contentDOM: code };
}

/** Code with its language, a button that copies it, and for diagrams the picture. */
export function renderCodeBlock(
  this: unknown,
  block: { id: string; props: { language: string } },
  // biome-ignore lint/suspicious/noExplicitAny: as the library types what renders blocks
  editor: BlockNoteEditor<any, any, any>,
) {
  const { language } = block.props;
  const pre = document.createElement('pre');
  const code = document.createElement('code');
  pre.append(code);
  // What is copied and pasted is the code alone, or the words around it would become code as well.
  if ((this as { renderType?: string } | undefined)?.renderType !== 'nodeView')
    return { dom: pre, contentDOM: code };
  const dom = document.createElement('div');
  dom.className = 'code-block';
  const head = document.createElement('div');
  head.className = 'code-head';
  head.contentEditable = 'false';
  head.append(languageField(block.id, language, editor), copyButton(code));
  dom.append(head, pre);
  const ends = [
    colourCode(code, language),
    ...(language === DIAGRAM ? [showDiagram(dom, code, block.id)] : []),
  ];
  return {
    dom,
    contentDOM: code,
    ignoreMutation: (mutation: { target: Node }) => !code.contains(mutation.target),
    destroy() {
      for (const end of ends) end();
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function languageField(id: string, language: string, editor: BlockNoteEditor<any, any, any>): HTMLElement {
  const field = document.createElement('select');
  field.setAttribute('aria-label', i18n.t('document:block.language'));
  // What is written in the document stays as it is until another is chosen.
  const shown = languageOf(language);
  const names = { ...(shown in languageNames ? {} : { [shown]: shown }), ...languageNames };
  for (const [value, name] of Object.entries(names)) field.append(new Option(name, value));
  field.value = shown;
  field.disabled = !editor.isEditable;
  field.addEventListener('change', () => {
    if (!editor.isEditable) return;
    editor.updateBlock(id, { props: { language: field.value } });
    editor.focus();
  });
  return field;
}

function copyButton(code: HTMLElement): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = i18n.t('document:block.copy');
  button.addEventListener('click', async () => {
    if (await copyText(textOf(code))) toast.success(i18n.t('document:block.copied'));
  });
  return button;
}

/** Draws what the code says, below it, and anew when it or the colours of the page change. @returns ends that */
function showDiagram(dom: HTMLElement, code: HTMLElement, id: string): () => void {
  const place = document.createElement('div');
  place.className = 'code-diagram';
  place.contentEditable = 'false';
  dom.append(place);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  let drawn: string | null = null;
  const draw = async () => {
    const text = textOf(code);
    const scheme = document.documentElement.classList.contains('dark') ? 'dark' : 'light';
    // Somebody's cursor moved.
    if (`${scheme} ${text}` === drawn) return;
    drawn = `${scheme} ${text}`;
    const current = ++round;
    const { drawDiagram } = await import('../../../ui/markdown/draw-diagram.ts');
    const picture = await drawDiagram(`diagram-${id}-${current}`, text, scheme).catch(() => null);
    if (current !== round) return;
    place.setAttribute('role', picture ? 'img' : 'note');
    place.setAttribute('aria-label', i18n.t(picture ? 'markdown.diagram' : 'markdown.diagramFailed'));
    if (picture) place.replaceChildren(picture);
    else place.textContent = text.trim() ? i18n.t('markdown.diagramFailed') : '';
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void draw(), DRAW_AFTER_MS);
  };
  const watcher = new MutationObserver(later);
  watcher.observe(code, { characterData: true, childList: true, subtree: true });
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  later();
  return () => {
    round = -1;
    clearTimeout(timer);
    watcher.disconnect();
  };
}
