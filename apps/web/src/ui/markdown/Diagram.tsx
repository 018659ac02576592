import { Modal, useComputedColorScheme } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
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
  const [isLarge, setIsLarge] = useState(false);

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
      {typeof state === 'object' && (
        <button
          type="button"
          className={classes.enlarge}
          aria-label={t('markdown.diagramLarge')}
          title={t('markdown.diagramLarge')}
          onClick={() => setIsLarge(true)}
        >
          <IconArrowsMaximize size={16} stroke={1.75} aria-hidden />
        </button>
      )}
      {isLarge && typeof state === 'object' && <Large svg={state} onClose={() => setIsLarge(false)} />}
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

/** The diagram as large as it was drawn, to be moved about: in the text of a phone its words cannot be read. */
function Large({ svg, onClose }: { svg: SVGElement; onClose(): void }) {
  const { t } = useTranslation();
  const place = useCallback(
    (element: HTMLDivElement | null) => {
      const copy = svg.cloneNode(true) as SVGElement;
      const [, , width, height] = (copy.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
      if (width && height) {
        copy.style.maxWidth = 'none';
        copy.setAttribute('width', String(width));
        copy.setAttribute('height', String(height));
      }
      element?.replaceChildren(copy);
    },
    [svg],
  );
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={t('markdown.diagram')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div ref={place} role="img" aria-label={t('markdown.diagram')} className={classes.large} tabIndex={0} />
    </Modal>
  );
}
