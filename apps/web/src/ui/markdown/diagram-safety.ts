/**
 * What makes a diagram load or run something: pictures, styles with addresses, and directives that change
 * how it is drawn. Drawing itself would already load a picture, so such a source is not drawn at all.
 */
const OUTSIDE =
  /\bimg\s*:|<\s*(img|image|script|iframe|object|embed|link|style)\b|url\s*\(|@import|%%\{|themeCSS|^---/im;

/** Whether a source can be drawn without loading anything from elsewhere. */
export function isSelfContained(source: string): boolean {
  return !OUTSIDE.test(source);
}

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
    if (element.tagName === 'style' && /url\s*\(\s*['"]?(?!#)|@import/i.test(element.textContent ?? '')) {
      element.remove();
    }
    cleanAttributes(element);
  }
  return documentElement;
}

function cleanAttributes(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const isLink = name === 'href' || name === 'xlink:href' || name === 'src';
    const isHarmful =
      name.startsWith('on') ||
      (isLink && !value.startsWith('#')) ||
      // References to the picture's own markers and gradients stay.
      /url\s*\(\s*['"]?(?!#)/i.test(value);
    if (isHarmful) element.removeAttribute(name);
  }
}
