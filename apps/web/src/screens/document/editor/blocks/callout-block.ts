import type { BlockNoteEditor } from '@blocknote/core';
import { type CalloutKind, calloutKinds } from '@tandem/shared/document/blocks';
import i18n from 'i18next';
import { followEditable } from '../follow-editable.ts';

/** Lines of the sign of each kind, on a field of 24 by 24. */
const signs: Record<CalloutKind, string> = {
  info: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M12 8h.01M11 12h1v4h1',
  tip: 'M9 17h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.6 .6 -.8 1.400 -1 2.500h-5c-.2 -1.100 -.4 -1.900 -1 -2.500z',
  warning:
    'M12 9v4M12 16.500h.01M10.400 4.300l-7.600 13a1.900 1.900 0 0 0 1.600 2.700h15.200a1.900 1.900 0 0 0 1.600 -2.700l-7.600 -13a1.900 1.900 0 0 0 -3.200 0z',
  danger: 'M8.700 3h6.600l5.700 5.700v6.600l-5.700 5.700h-6.600l-5.700 -5.700v-6.600zM12 8v4M12 16h.01',
};

/** A paragraph set apart, under a sign of its kind that is the choice of another. */
export function renderCallout(
  this: unknown,
  block: { id: string; props: { kind: CalloutKind } },
  // biome-ignore lint/suspicious/noExplicitAny: as the library types what renders blocks
  editor: BlockNoteEditor<any, any, any>,
) {
  const { kind } = block.props;
  const dom = document.createElement('div');
  dom.className = 'callout';
  dom.setAttribute('data-callout', kind);
  dom.setAttribute('role', 'note');
  dom.setAttribute('aria-label', i18n.t(`document:callout.${kind}`));
  const contentDOM = document.createElement('p');
  // Copied without its controls.
  if ((this as { renderType?: string } | undefined)?.renderType !== 'nodeView') {
    dom.append(contentDOM);
    return { dom, contentDOM };
  }
  const place = document.createElement('span');
  place.className = 'callout-kind';
  place.contentEditable = 'false';
  const field = kindField(block.id, kind, editor);
  place.append(signOf(kind), field);
  dom.append(place, contentDOM);
  return {
    dom,
    contentDOM,
    ignoreMutation: (mutation: { target: Node }) => !contentDOM.contains(mutation.target),
    destroy: followEditable(editor, (isEditable) => {
      field.disabled = !isEditable;
    }),
  };
}

function signOf(kind: CalloutKind): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', signs[kind]);
  svg.append(path);
  return svg;
}

/** The browser's own list, unseen over the sign: fingers, keys and ears know what to do with it. */
function kindField(
  id: string,
  kind: CalloutKind,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  editor: BlockNoteEditor<any, any, any>,
): HTMLSelectElement {
  const field = document.createElement('select');
  field.setAttribute('aria-label', i18n.t('document:callout.label'));
  for (const each of calloutKinds) field.append(new Option(i18n.t(`document:callout.${each}`), each));
  field.value = kind;
  // The editor would take its keys for the text's.
  field.addEventListener('keydown', (event) => event.stopPropagation());
  field.addEventListener('change', () => {
    if (!editor.isEditable) return;
    editor.updateBlock(id, { props: { kind: field.value } });
    // The block renders again: the cursor continues in its text.
    editor.setTextCursorPosition(id, 'end');
    editor.focus();
  });
  return field;
}
