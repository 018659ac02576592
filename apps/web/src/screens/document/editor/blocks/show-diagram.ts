import i18n from 'i18next';
import { textOf } from '../../own-text.ts';

/** A diagram is drawn this long after its last change, in milliseconds. */
const DRAW_AFTER_MS = 400;

/**
 * Renders the diagram below its source, again when the source or the colour scheme changes.
 * @param onDrawn called with whether it could be rendered
 * @returns a function that ends it
 */
export function showDiagram(
  dom: HTMLElement,
  code: HTMLElement,
  id: string,
  onDrawn: (isDrawn: boolean) => void,
): () => void {
  const place = document.createElement('div');
  place.className = 'code-diagram';
  place.contentEditable = 'false';
  dom.append(place);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  let drawn: string | null = null;
  const draw = async () => {
    const text = textOf(code);
    const scheme = document.documentElement.classList.contains('dark') ? 'dark' : 'light';
    // Another writer's cursor moved.
    if (`${scheme} ${text}` === drawn) return;
    drawn = `${scheme} ${text}`;
    const current = ++round;
    const { drawDiagram } = await import('../../../../ui/markdown/draw-diagram.ts');
    const picture = await drawDiagram(`diagram-${id}-${current}`, text, scheme).catch(() => null);
    if (current !== round) return;
    onDrawn(picture !== null);
    place.setAttribute('role', picture ? 'img' : 'note');
    place.setAttribute('aria-label', i18n.t(picture ? 'markdown.diagram' : 'markdown.diagramFailed'));
    if (picture) place.replaceChildren(picture);
    else place.textContent = text.trim() ? i18n.t('markdown.diagramFailed') : '';
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void draw(), DRAW_AFTER_MS);
  };
  const watcher = new MutationObserver(later);
  watcher.observe(code, { characterData: true, childList: true, subtree: true });
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  later();
  return () => {
    round = -1;
    clearTimeout(timer);
    watcher.disconnect();
  };
}
