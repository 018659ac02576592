import { WorkerRefusal } from '../../core/worker/refusal.ts';

// Input that takes quadratic time of its depth, or worse, is refused before it is parsed. Each check reads
// every character once.

/** List items and block quotes that begin on one line. */
const MAX_CONTAINERS = 100;
/** Brackets within each other. */
const MAX_BRACKETS = 200;
/** Alternations between emphasis characters without text between. */
const MAX_SWITCHES = 200;
/** Open elements, without those whose end tag is optional. */
const MAX_OPEN = 500;

/** @throws WorkerRefusal `documentUnreadable` for Markdown that is nested too deeply */
export function assertShallowMarkdown(text: string): void {
  let brackets = 0;
  let switches = 0;
  let last = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (at === 0 || last === '\n') assertFewContainers(text, at);
    if (last === '\\') {
      last = '';
      continue;
    }
    if (character === '[') brackets += 1;
    else if (character === ']' && brackets > 0) {
      if (brackets > MAX_BRACKETS) throw new WorkerRefusal('documentUnreadable');
      brackets -= 1;
    } else if (character === '\n' && last === '\n') brackets = 0;
    if (!isEmphasis(character)) switches = 0;
    else if (character !== last && isEmphasis(last)) switches += 1;
    if (switches > MAX_SWITCHES) throw new WorkerRefusal('documentUnreadable');
    last = character;
  }
}

const isEmphasis = (character: string) => character === '*' || character === '_' || character === '~';

/** @param at start of a line */
function assertFewContainers(text: string, at: number): void {
  const marker = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/uy;
  marker.lastIndex = at;
  for (let count = 0; marker.test(text); count += 1)
    if (count >= MAX_CONTAINERS) throw new WorkerRefusal('documentUnreadable');
}

/** Void elements, and those with optional end tags. */
const ENDLESS = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source'],
  ...[
    'track',
    'wbr',
    'p',
    'li',
    'dt',
    'dd',
    'tr',
    'td',
    'th',
    'tbody',
    'thead',
    'tfoot',
    'option',
    'optgroup',
  ],
  ...['colgroup', 'caption', 'rp', 'rt', 'html', 'head', 'body'],
]);
const TAG = /<(\/?)([a-z][a-z0-9]*)/giu;

/** @throws WorkerRefusal `documentUnreadable` for HTML that is nested too deeply */
export function assertShallowHtml(text: string): void {
  const open = new Map<string, number>();
  let depth = 0;
  for (const [, end, name = ''] of text.matchAll(TAG)) {
    const tag = name.toLowerCase();
    if (ENDLESS.has(tag)) continue;
    const count = open.get(tag) ?? 0;
    if (end && count === 0) continue;
    open.set(tag, count + (end ? -1 : 1));
    depth += end ? -1 : 1;
    if (depth > MAX_OPEN) throw new WorkerRefusal('documentUnreadable');
  }
}
