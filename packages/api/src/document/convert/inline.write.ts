import type { Inline, StyledText } from '@tandem/shared/document/blocks';
import type { PhrasingContent } from 'mdast';
import { mentionLink } from './mdast.ts';

type Run = { inline: Inline; styles: StyledText['styles'] };
/** Outermost first where several begin and end together. */
const WRAPPERS = ['italic', 'bold', 'strike', 'underline'] as const;
type Wrapper = (typeof WRAPPERS)[number];

/** Text of documents as Markdown has it. Colours are left out. */
export function writeInlines(inlines: readonly Inline[]): PhrasingContent[] {
  const runs = inlines.map((inline): Run => ({ inline, styles: stylesOf(inline) }));
  return nest(runs, new Set());
}

/**
 * Formatting of an inline; a link's is what all of its text shares, so that it wraps the link and its
 * neighbours.
 */
function stylesOf(inline: Inline): StyledText['styles'] {
  if (inline.type === 'text') return inline.styles;
  if (inline.type === 'mention') return {};
  const shared = WRAPPERS.filter((wrapper) => inline.content.every(({ styles }) => styles[wrapper]));
  return Object.fromEntries(shared.map((wrapper) => [wrapper, true]));
}

/** Wraps runs that share a form, the longest first. */
function nest(runs: readonly Run[], within: ReadonlySet<Wrapper>): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  for (let i = 0; i < runs.length; ) {
    const [wrapper, end] = longest(runs, i, within);
    if (wrapper === null) {
      nodes.push(...leaves(runs[i] as Run, within));
      i += 1;
      continue;
    }
    nodes.push(wrapped(wrapper, nest(runs.slice(i, end), new Set([...within, wrapper]))));
    i = end;
  }
  return nodes;
}

function longest(runs: readonly Run[], from: number, within: ReadonlySet<Wrapper>): [Wrapper | null, number] {
  let found: [Wrapper | null, number] = [null, from];
  for (const wrapper of WRAPPERS) {
    if (within.has(wrapper)) continue;
    let end = from;
    while (runs[end]?.styles[wrapper]) end += 1;
    if (end > found[1]) found = [wrapper, end];
  }
  return found;
}

function wrapped(wrapper: Wrapper, children: PhrasingContent[]): PhrasingContent {
  switch (wrapper) {
    case 'bold':
      return { type: 'strong', children };
    case 'italic':
      return { type: 'emphasis', children };
    case 'strike':
      return { type: 'delete', children };
    case 'underline':
      return { type: 'underline', children, data: { hName: 'u' } };
  }
}

function leaves({ inline, styles }: Run, within: ReadonlySet<Wrapper>): PhrasingContent[] {
  if (inline.type === 'mention') {
    const { kind, id, label } = inline.props;
    return [{ type: 'link', url: mentionLink(kind, id), children: [{ type: 'text', value: `@${label}` }] }];
  }
  if (inline.type === 'link') {
    const runs = inline.content.map((text): Run => ({ inline: text, styles: text.styles }));
    return [{ type: 'link', url: inline.href, children: nest(runs, within) as never }];
  }
  return inline.text.split('\n').flatMap((line, i): PhrasingContent[] => {
    const text: PhrasingContent[] =
      line === '' ? [] : [{ type: styles.code ? 'inlineCode' : 'text', value: line }];
    return i === 0 ? text : [{ type: 'break' }, ...text];
  });
}
