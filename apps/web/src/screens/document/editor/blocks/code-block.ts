import type { BlockNoteEditor } from '@blocknote/core';
import i18n from 'i18next';
import { copyText } from '../../../../lib/clipboard.ts';
import { toast } from '../../../../lib/toasts.ts';
import { textOf } from '../../own-text.ts';
import { followEditable } from '../follow-editable.ts';
import { colourCode } from './code-colours.ts';
import { hideSource } from './diagram-source.ts';
import { languageNames, languageOf } from './languages.ts';
import { showDiagram } from './show-diagram.ts';

const DIAGRAM = 'mermaid';

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
  // Copying takes the code alone, or the words around it would become code as well.
  if ((this as { renderType?: string } | undefined)?.renderType !== 'nodeView')
    return { dom: pre, contentDOM: code };
  const dom = document.createElement('div');
  dom.className = 'code-block';
  const head = document.createElement('div');
  head.className = 'code-head';
  head.contentEditable = 'false';
  // The editor would take the keys that press a button for its own.
  head.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' '))
      event.stopPropagation();
  });
  const actions = document.createElement('span');
  actions.append(copyButton(code));
  const field = languageField(block.id, language, editor);
  head.append(field, actions);
  dom.append(head, pre);
  // Long lines are scrolled by keyboard too, where nothing can be written.
  pre.tabIndex = 0;
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', i18n.t('markdown.code'));
  const ends = [
    colourCode(code, language),
    followEditable(editor, (isEditable) => {
      field.disabled = !isEditable;
    }),
  ];
  if (language === DIAGRAM) {
    const source = hideSource({ dom, pre, code }, () => {
      if (!editor.isEditable) return;
      editor.setTextCursorPosition(block.id, 'end');
      editor.focus();
    });
    actions.prepend(source.button);
    ends.push(
      followEditable(editor, source.setEditable),
      source.end,
      showDiagram(dom, code, block.id, source.setDrawn),
    );
  }
  return {
    dom,
    contentDOM: code,
    ignoreMutation: (mutation: { target: Node }) => !code.contains(mutation.target),
    destroy() {
      for (const end of ends) end();
    },
  };
}

function languageField(
  id: string,
  language: string,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  editor: BlockNoteEditor<any, any, any>,
): HTMLSelectElement {
  const field = document.createElement('select');
  field.setAttribute('aria-label', i18n.t('document:block.language'));
  // The stored value stays until another language is chosen.
  const shown = languageOf(language);
  const names = { ...(shown in languageNames ? {} : { [shown]: shown }), ...languageNames };
  for (const [value, name] of Object.entries(names)) field.append(new Option(name, value));
  field.value = shown;
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
