import { type BlockNoteEditor, createBlockSpec, defaultBlockSpecs } from '@blocknote/core';
import { createCallout, documentSchema } from '@tandem/shared/document/editor';
import i18n from 'i18next';
import { renderCallout } from './blocks/callout-block.ts';
import { codeAsHtml, renderCodeBlock } from './blocks/code-block.ts';
import { drawHeld } from './media/outside-media.ts';
import { showUpload } from './media/upload-place.ts';

type Render = (
  this: unknown,
  block: { id: string },
  // biome-ignore lint/suspicious/noExplicitAny: as the library types what renders blocks
  editor: BlockNoteEditor<any, any, any>,
) => { dom: HTMLElement | DocumentFragment; contentDOM?: HTMLElement };

/** Blocks are what the shared schema says; here they also get the names that ears need. */
const blockSpecs = defaultBlockSpecs;

/** Lets what a block renders be completed. */
function completed<Spec extends { implementation: { render: unknown } }>(
  spec: Spec,
  complete: (rendered: ReturnType<Render>, block: { id: string }) => void,
): Spec {
  const render = spec.implementation.render as Render;
  return {
    ...spec,
    implementation: {
      ...spec.implementation,
      render(this: unknown, ...args: Parameters<Render>) {
        const rendered = render.apply(this, args);
        complete(rendered, args[0]);
        return rendered;
      },
    },
  };
}

/** Files from other hosts are loaded on demand, and a running upload shows its progress. */
function held<Spec extends { implementation: { render: unknown } }>(spec: Spec): Spec {
  const render = spec.implementation.render as Render;
  return {
    ...spec,
    implementation: {
      ...spec.implementation,
      render(this: unknown, ...args: Parameters<Render>) {
        const { url } = (args[0] as unknown as { props: { url: string } }).props;
        const rendered = drawHeld(url, () => render.apply(this, args));
        const isShown = (this as { renderType?: string } | undefined)?.renderType === 'nodeView';
        return url === '' && isShown ? showUpload(rendered, ...args) : rendered;
      },
    },
  };
}

/** Labels a checkbox with the text beside it. */
function nameCheckbox({ dom, contentDOM }: ReturnType<Render>, block: { id: string }): void {
  const box = dom.querySelector('input');
  if (!box || !contentDOM) return;
  contentDOM.id = `check-${block.id}`;
  box.setAttribute('aria-label', i18n.t('document:block.checkbox'));
  box.setAttribute('aria-labelledby', contentDOM.id);
}

function nameToggle({ dom }: ReturnType<Render>): void {
  const button = dom.querySelector('.bn-toggle-button');
  const wrapper = dom.querySelector('.bn-toggle-wrapper');
  if (!button || !wrapper) return;
  button.setAttribute('aria-label', i18n.t('document:block.toggle'));
  const tell = () =>
    button.setAttribute('aria-expanded', String(wrapper.getAttribute('data-show-children') === 'true'));
  tell();
  button.addEventListener('click', tell);
}

/** Code as the library keeps and reads it, under a head of ours. */
function codeBlock(): typeof blockSpecs.codeBlock {
  const { config, implementation, extensions } = blockSpecs.codeBlock;
  const { meta, parse, parseContent } = implementation;
  const spec = createBlockSpec(config, {
    ...(meta && { meta }),
    ...(parse && { parse }),
    ...(parseContent && { parseContent }),
    render: renderCodeBlock,
    toExternalHTML: codeAsHtml,
  })();
  return { ...spec, ...(extensions && { extensions }) };
}

/** Callouts render with their icon; copying uses the shared schema. */
function callout(): ReturnType<typeof createCallout> {
  const { config, implementation, extensions } = createCallout();
  const { meta, parse } = implementation;
  const spec = createBlockSpec(config, {
    ...(meta && { meta }),
    ...(parse && { parse }),
    render: renderCallout,
  })();
  return { ...spec, ...(extensions && { extensions }) };
}

/** How the browser's editor renders each kind of block. */
export const editorSchema = documentSchema.extend({
  blockSpecs: {
    checkListItem: completed(blockSpecs.checkListItem, nameCheckbox),
    toggleListItem: completed(blockSpecs.toggleListItem, nameToggle),
    heading: completed(blockSpecs.heading, nameToggle),
    codeBlock: codeBlock(),
    image: held(blockSpecs.image),
    video: held(blockSpecs.video),
    audio: held(blockSpecs.audio),
    file: held(blockSpecs.file),
    callout: callout(),
  },
});
export type DocumentEditor = typeof editorSchema.BlockNoteEditor;
