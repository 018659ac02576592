/**
 * What makes a diagram load or run something: pictures, styles with addresses, and directives that change
 * how it is drawn. Drawing itself would already load a picture, so such a source is not drawn at all.
 */
const OUTSIDE =
  /\bimg\s*:|<\s*(img|image|script|iframe|object|embed|link|style)\b|\b(?:url|src|image-set|cross-fade)\s*\(|@import|%%\{|themeCSS|^---/im;
/** A backslash spells any letter in a style, so what is called behind it cannot be known. */
const SPELLED = /\\[^\n]*\(/;
/** Styles of shapes, which need no more than colours and lengths. */
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
 * Takes out of a drawn picture whatever could load, run or lead elsewhere, in case the drawing brought it in.
 * @returns null when it is no picture
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
