// Declares the HTML fields of `data`.
import 'mdast-util-to-hast';
import type { CalloutKind } from '@tandem/shared/document/blocks';
import type { BlockContent, Data, DefinitionContent, Node, Parent, PhrasingContent } from 'mdast';

// Document nodes that Markdown lacks. Each states its HTML element in `data.hName`; `document.markdown.ts`
// writes it.

export interface Underline extends Parent {
  type: 'underline';
  children: PhrasingContent[];
}

/** A callout: in Markdown a block quote whose first line names its type. */
export interface Callout extends Parent {
  type: 'callout';
  kind: CalloutKind;
  children: (BlockContent | DefinitionContent)[];
}

/** A toggle; `level` is that of its heading, 0 for none. */
export interface Details extends Parent {
  type: 'details';
  level: number;
  children: (Summary | BlockContent | DefinitionContent)[];
}
export interface Summary extends Parent {
  type: 'summary';
  children: PhrasingContent[];
}

/** A line break where Markdown has none: in a table cell or heading. */
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

/** Markdown names of the callout types. */
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

/** Address of a mention written as a link. */
const MENTION = /^#mention-(user|channel)-([\w-]{1,64})$/u;

export function mentionLink(kind: string, id: string): string {
  return `#mention-${kind}-${id}`;
}

/** The person or document a link mentions; null for an ordinary link. */
export function mentionIn(href: string): { kind: 'user' | 'channel'; id: string } | null {
  const [, kind, id] = MENTION.exec(href) ?? [];
  return id === undefined ? null : { kind: kind as 'user' | 'channel', id };
}
