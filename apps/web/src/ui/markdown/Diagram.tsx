import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from './CodeBlock.tsx';
import classes from './Diagram.module.css';
import { drawDiagram, isDrawable } from './draw-diagram.ts';

/** A picture is its element: it may come after the place for it went and came back. */
type State = 'drawing' | 'failed' | 'refused' | SVGElement;

/** A diagram in the language of mermaid; its source where it cannot be drawn. */
export default function Diagram({ code }: { code: string }) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const id = `diagram${useId().replace(/[^a-z0-9]/gi, '')}`;
  const [state, setState] = useState<State>('drawing');

  useEffect(() => {
    if (!isDrawable(code)) return setState('refused');
    let current = true;
    drawDiagram(id, code, scheme).then(
      (svg) => {
        if (current) setState(svg);
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

  const isShown = state === 'drawing' || typeof state === 'object';
  const place = useCallback(
    (element: HTMLDivElement | null) => {
      if (typeof state === 'object') element?.replaceChildren(state);
    },
    [state],
  );
  return (
    <figure className={classes.figure}>
      {isShown && <div ref={place} role="img" aria-label={t('markdown.diagram')} className={classes.place} />}
      {!isShown && (
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
