// Says what of `data` is for HTML.
import 'mdast-util-to-hast';
import type { CalloutKind } from '@tandem/shared/document/blocks';
import type { BlockContent, Data, DefinitionContent, Node, Parent, PhrasingContent } from 'mdast';

// What documents have beside Markdown. Each says by `data.hName` what it is in HTML; `document.markdown.ts` writes it.

export interface Underline extends Parent {
  type: 'underline';
  children: PhrasingContent[];
}

/** A paragraph set apart: in Markdown a quotation whose first line says of what kind. */
export interface Callout extends Parent {
  type: 'callout';
  kind: CalloutKind;
  children: (BlockContent | DefinitionContent)[];
}

/** Something that unfolds; `level` of the heading that it is, 0 for none. */
export interface Details extends Parent {
  type: 'details';
  level: number;
  children: (Summary | BlockContent | DefinitionContent)[];
}
export interface Summary extends Parent {
  type: 'summary';
  children: PhrasingContent[];
}

/** A break where Markdown has none of its own: in a cell, or in a heading. */
export interface LineBreak extends Node {
  type: 'lineBreak';
  data?: Data;
}

declare module 'mdast' {
  interface PhrasingContentMap {
    underline: Underline;
    lineBreak: LineBreak;
  }
  interface BlockContentMap {
    callout: Callout;
    details: Details;
  }
  interface RootContentMap {
    underline: Underline;
    lineBreak: LineBreak;
    callout: Callout;
    details: Details;
    summary: Summary;
  }
}

/** How each kind of callout is called where Markdown has such. */
export const alertNames: Record<CalloutKind, string> = {
  info: 'NOTE',
  tip: 'TIP',
  warning: 'WARNING',
  danger: 'CAUTION',
};

/** The kind that is called so, in any case; undefined for other words. */
export function calloutKindOf(name: string): CalloutKind | undefined {
  const upper = name.toUpperCase();
  if (upper === 'IMPORTANT') return 'info';
  return (Object.keys(alertNames) as CalloutKind[]).find((kind) => alertNames[kind] === upper);
}

/** Where a mention leads to when it is written as a link. */
const MENTION = /^#mention-(user|channel)-([\w-]{1,64})$/u;

export function mentionLink(kind: string, id: string): string {
  return `#mention-${kind}-${id}`;
}

/** The person or document a link mentions; null for an ordinary link. */
export function mentionIn(href: string): { kind: 'user' | 'channel'; id: string } | null {
  const [, kind, id] = MENTION.exec(href) ?? [];
  return id === undefined ? null : { kind: kind as 'user' | 'channel', id };
}
