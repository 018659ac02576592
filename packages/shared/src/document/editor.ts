import {
  BlockNoteSchema,
  createBlockSpec,
  createInlineContentSpec,
  defaultBlockSpecs,
  defaultInlineContentSpecs,
  defaultProps,
} from '@blocknote/core';
import { type CalloutKind, calloutKinds, mentionKinds } from './blocks.ts';

/** A paragraph set apart, of one of a few kinds. */
export const createCallout = createBlockSpec(
  {
    type: 'callout',
    propSchema: {
      backgroundColor: defaultProps.backgroundColor,
      textColor: defaultProps.textColor,
      kind: { default: 'info' as CalloutKind, values: calloutKinds },
    },
    content: 'inline',
  },
  {
    parse: (element) => {
      const kind = calloutKinds.find((each) => each === element.getAttribute('data-callout'));
      return kind ? { kind } : undefined;
    },
    render: (block) => {
      const dom = document.createElement('div');
      dom.className = 'callout';
      dom.setAttribute('data-callout', block.props.kind);
      const contentDOM = document.createElement('p');
      dom.append(contentDOM);
      return { dom, contentDOM };
    },
  },
);

/** A person or channel named in the text. */
export const mention = createInlineContentSpec(
  {
    type: 'mention',
    propSchema: {
      kind: { default: 'user', values: mentionKinds },
      id: { default: '' },
      label: { default: '' },
    },
    content: 'none',
  },
  {
    render: ({ props }) => {
      const dom = document.createElement('span');
      dom.className = 'mention';
      dom.setAttribute('data-mention', props.kind);
      dom.setAttribute('data-id', props.id);
      dom.textContent = `@${props.label}`;
      return { dom };
    },
  },
);

/** The editor schema of documents, for browser and server. */
export const documentSchema = BlockNoteSchema.create({
  blockSpecs: { ...defaultBlockSpecs, callout: createCallout() },
  inlineContentSpecs: { ...defaultInlineContentSpecs, mention },
});
export type DocumentSchema = typeof documentSchema;
