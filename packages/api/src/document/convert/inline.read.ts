import {
  type Inline,
  isSafeLink,
  isSafeSource,
  type StyledText,
  type TextStyles,
} from '@tandem/shared/document/blocks';
import type { Definition, Nodes, PhrasingContent } from 'mdast';
import { mentionIn } from './mdast.ts';

/** An inline picture, which becomes a block. */
export interface Picture {
  type: 'picture';
  url: string;
  name: string;
  caption: string;
}

/** Link definitions by label. */
export type Definitions = ReadonlyMap<string, Definition>;

/** Addresses without meaning to a reader. */
const SCRIPT = /^\s*(?:javascript|vbscript|data):/iu;

interface Setting {
  styles: TextStyles;
  href: string | null;
}

/** Converts Markdown text and pictures to a document's inlines. Keeps everything readable. */
export function readInlines(
  nodes: readonly PhrasingContent[],
  definitions: Definitions,
): (Inline | Picture)[] {
  const found: (Inline | Picture)[] = [];
  const setting: Setting = { styles: {}, href: null };
  const put = (text: string, { styles, href }: Setting) => {
    if (text === '') return;
    const styled: StyledText = { type: 'text', text, styles };
    if (href === null) found.push(styled);
    else found.push({ type: 'link', href, content: [styled] });
  };
  const all = (children: readonly Nodes[], outer: Setting) => {
    let inner = outer;
    for (const child of children) inner = one(child, inner, outer);
  };
  const link = (children: readonly PhrasingContent[], url: string, outer: Setting) => {
    const mention = mentionIn(url);
    if (mention) {
      const label = textOf(children).replace(/^@/u, '');
      found.push({ type: 'mention', props: { ...mention, label } });
    } else if (isSafeLink(url)) all(children, { ...outer, href: url });
    else {
      all(children, outer);
      // Shows the address as text, since it is not a link.
      if (url !== '' && !SCRIPT.test(url) && url !== textOf(children)) put(` (${url})`, outer);
    }
  };
  const picture = (url: string, alt: string, title: string, outer: Setting) => {
    if (url !== '' && isSafeSource(url)) found.push({ type: 'picture', url, name: alt, caption: title });
    else
      put(
        [alt, SCRIPT.test(url) || url === '' ? '' : `(${url})`].filter((part) => part !== '').join(' '),
        outer,
      );
  };
  /** @returns the formatting for the following siblings, since HTML tags open and close among them */
  const one = (node: Nodes, now: Setting, outer: Setting): Setting => {
    const styled = (styles: TextStyles): Setting => ({ ...now, styles: { ...now.styles, ...styles } });
    switch (node.type) {
      case 'text':
        put(node.value.replaceAll(/[ \t]*\r?\n[ \t]*/gu, ' '), now);
        break;
      case 'emphasis':
        all(node.children, styled({ italic: true }));
        break;
      case 'strong':
        all(node.children, styled({ bold: true }));
        break;
      case 'delete':
        all(node.children, styled({ strike: true }));
        break;
      case 'underline':
        all(node.children, styled({ underline: true }));
        break;
      case 'inlineCode':
        put(node.value.replaceAll('\n', ' '), styled({ code: true }));
        break;
      case 'break':
      case 'lineBreak':
        put('\n', now);
        break;
      case 'link':
        link(node.children, node.url, now);
        break;
      case 'linkReference': {
        const definition = definitions.get(node.identifier);
        if (definition) link(node.children, definition.url, now);
        else all(node.children, now);
        break;
      }
      case 'image':
        picture(node.url, node.alt ?? '', node.title ?? '', now);
        break;
      case 'imageReference': {
        const definition = definitions.get(node.identifier);
        picture(definition?.url ?? '', node.alt ?? '', definition?.title ?? '', now);
        break;
      }
      case 'footnoteReference':
        put(`[^${node.label ?? node.identifier}]`, now);
        break;
      case 'html':
        if (/^<br\s*\/?>$/iu.test(node.value)) put('\n', now);
        else if (/^<u>$/iu.test(node.value)) return styled({ underline: true });
        else if (/^<\/u>$/iu.test(node.value)) return outer;
        else put(node.value, now);
        break;
      default:
        if ('children' in node) all(node.children, now);
        else if ('value' in node) put(String(node.value), now);
    }
    return now;
  };
  all(nodes, setting);
  return joined(found);
}

/** The text of Markdown without its form. */
export function textOf(nodes: readonly Nodes[]): string {
  return nodes
    .map((node) => {
      if ('children' in node) return textOf(node.children);
      if ('alt' in node) return node.alt ?? '';
      return 'value' in node ? String(node.value) : node.type === 'break' ? '\n' : '';
    })
    .join('');
}

/** Pieces of one form as one. */
function joined(pieces: readonly (Inline | Picture)[]): (Inline | Picture)[] {
  const result: (Inline | Picture)[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last?.type === 'text' && piece.type === 'text' && isSame(last.styles, piece.styles))
      last.text += piece.text;
    else if (last?.type === 'link' && piece.type === 'link' && last.href === piece.href) {
      const [before, after] = [last.content.at(-1), piece.content[0]];
      if (before && after && isSame(before.styles, after.styles)) before.text += after.text;
      else last.content.push(...piece.content);
    } else result.push(piece.type === 'text' ? { ...piece } : piece);
  }
  return result;
}

function isSame(a: TextStyles, b: TextStyles): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof TextStyles>;
  return [...names].every((name) => a[name] === b[name]);
}
