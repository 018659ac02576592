import mermaid from 'mermaid';
import { cleanSvg, isSelfContained, isSmall } from './diagram-safety.ts';

/** mermaid computes with these, so they cannot be variables of the sheet. */
const palettes = {
  light: {
    darkMode: false,
    background: '#ffffff',
    primaryColor: '#eff7f8',
    primaryTextColor: '#1f1d1b',
    primaryBorderColor: '#8fc5d0',
    secondaryColor: '#f4f3f0',
    tertiaryColor: '#faf9f7',
    lineColor: '#807b74',
    edgeLabelBackground: '#ffffff',
    fontSize: '14px',
  },
  dark: {
    darkMode: true,
    background: '#1c1b19',
    primaryColor: '#1d3238',
    primaryTextColor: '#e6e3de',
    primaryBorderColor: '#217889',
    secondaryColor: '#2b2926',
    tertiaryColor: '#242220',
    lineColor: '#9a968f',
    edgeLabelBackground: '#1c1b19',
    fontSize: '14px',
  },
};

/** Whether a diagram is small enough and loads nothing from elsewhere. */
export function isDrawable(code: string): boolean {
  return isSmall(code) && isSelfContained(code);
}

/** Drawings share one configuration, so they are made one after the other. */
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** Drawings that may wait; a text can consist of thousands. */
const MAX_WAITING = 40;

/**
 * Draws a diagram as a picture in which nothing runs and which loads nothing.
 * @param id names it among all on the page
 * @throws when it cannot be drawn
 */
export function drawDiagram(id: string, code: string, scheme: 'light' | 'dark'): Promise<SVGElement> {
  if (waiting >= MAX_WAITING) return Promise.reject(new Error('too many diagrams wait to be drawn'));
  waiting += 1;
  const drawing = queue.then(async () => {
    if (!isDrawable(code)) throw new Error('it is too large, or loads something');
    // Lets the page work between two drawings.
    await new Promise((resolve) => setTimeout(resolve));
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      look: 'classic',
      theme: 'base',
      themeVariables: palettes[scheme],
      // Labels as SVG text: no HTML inside the picture.
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      fontFamily: 'inherit',
    });
    const { svg } = await mermaid.render(id, code);
    const clean = cleanSvg(svg);
    if (!clean) throw new Error('no picture came out');
    return clean;
  });
  queue = drawing
    .catch(() => {})
    .finally(() => {
      waiting -= 1;
    });
  return drawing;
}
