/** Longest source that is drawn, in characters; drawing grows faster than its source. */
const MAX_SOURCE = 20_000;
/** Statements and nodes: 1,500 nodes without edges, or 200 topics of a mind map, take a browser seconds. */
const MAX_STATEMENTS = 300;
const MAX_TOPICS = 100;
const STATEMENT = /[\n;&]/g;

/** Whether a diagram can be drawn without keeping the page from everything else. */
export function isSmall(source: string): boolean {
  const most = /^\s*mindmap\b/.test(source) ? MAX_TOPICS : MAX_STATEMENTS;
  return source.length <= MAX_SOURCE && (source.match(STATEMENT)?.length ?? 0) <= most;
}

/**
 * Source that makes a diagram load or run something: images, styles with addresses, and directives that
 * change the rendering. Rendering alone would already load an image, so such a source is not rendered at all.
 */
const OUTSIDE =
  /\bimg\s*:|<\s*(img|image|script|iframe|object|embed|link|style)\b|\b(?:url|src|image-set|cross-fade)\s*\(|@import|%%\{|themeCSS|^---/im;
/** A backslash can spell any letter in a style, so the function called is unknown. */
const SPELLED = /\\[^\n]*\(/;
/** Styles of shapes, which need only colours and lengths. */
const STYLES = /(?:^|[;\n])[ \t]*(?:classDef|style|linkStyle)\b[^\n]*/gi;
const COLOUR = /\b(?:rgb|hsl)a?\([\d\s.,%/-]*\)/gi;

/** Whether a source can be drawn without loading anything from elsewhere. */
export function isSelfContained(source: string): boolean {
  if (OUTSIDE.test(source) || SPELLED.test(source)) return false;
  const styles = source.match(STYLES) ?? [];
  return styles.every((style) => !/[(\\@"'`]/.test(style.replace(COLOUR, '')));
}

/** A style that may load something; references to the picture's own markers and gradients may not. */
const REACHES = /url\s*\(\s*['"]?(?!#)|\b(?:src|image-set|cross-fade)\s*\(|@import|\\/i;

const FORBIDDEN_ELEMENTS =
  'script, image, img, iframe, object, embed, link, foreignObject, use, animate, set';

/**
 * Removes from a rendered picture anything that could load, run or link elsewhere, in case the rendering
 * added it.
 * @returns null if it is not a picture
 */
export function cleanSvg(markup: string): SVGElement | null {
  const { documentElement } = new DOMParser().parseFromString(markup, 'image/svg+xml');
  if (!(documentElement instanceof SVGElement) || documentElement.tagName !== 'svg') return null;
  for (const element of documentElement.querySelectorAll(FORBIDDEN_ELEMENTS)) element.remove();
  for (const element of [documentElement, ...documentElement.querySelectorAll('*')]) {
    if (element.tagName === 'style' && REACHES.test(element.textContent ?? '')) {
      element.remove();
    }
    cleanAttributes(element);
  }
  return documentElement;
}

function cleanAttributes(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const isLink = name === 'href' || name === 'xlink:href' || name === 'src';
    const isHarmful = name.startsWith('on') || (isLink && !value.startsWith('#')) || REACHES.test(value);
    if (isHarmful) element.removeAttribute(name);
  }
}
