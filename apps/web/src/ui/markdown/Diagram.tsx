import { useComputedColorScheme } from '@mantine/core';
import mermaid from 'mermaid';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from './CodeBlock.tsx';
import classes from './Diagram.module.css';
import { cleanSvg, isSelfContained } from './diagram-safety.ts';

/** Longest source that is drawn, in characters; drawing grows faster than its source. */
const MAX_SOURCE = 20_000;

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

type State = 'drawing' | 'drawn' | 'failed' | 'refused';

/** A diagram in the language of mermaid; its source where it cannot be drawn. */
export default function Diagram({ code }: { code: string }) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const id = `diagram${useId().replace(/[^a-z0-9]/gi, '')}`;
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('drawing');

  useEffect(() => {
    if (code.length > MAX_SOURCE || !isSelfContained(code)) return setState('refused');
    let current = true;
    draw(id, code, scheme).then(
      (svg) => {
        if (!current) return;
        place.current?.replaceChildren(svg);
        setState('drawn');
      },
      (error: unknown) => {
        console.warn('A diagram could not be drawn', error);
        if (current) setState('failed');
      },
    );
    return () => {
      current = false;
    };
  }, [id, code, scheme]);

  const isDrawable = state === 'drawing' || state === 'drawn';
  return (
    <figure className={classes.figure}>
      {isDrawable && (
        <div ref={place} role="img" aria-label={t('markdown.diagram')} className={classes.place} />
      )}
      {!isDrawable && (
        <>
          <figcaption className={classes.note}>
            {t(state === 'failed' ? 'markdown.diagramFailed' : 'markdown.diagramRefused')}
          </figcaption>
          <CodeBlock code={code} language="mermaid" incomplete={false} />
        </>
      )}
    </figure>
  );
}

/** Drawings share one configuration, so they are made one after the other. */
let queue: Promise<unknown> = Promise.resolve();

function draw(id: string, code: string, scheme: 'light' | 'dark'): Promise<SVGElement> {
  const drawing = queue.then(async () => {
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
  queue = drawing.catch(() => {});
  return drawing;
}
