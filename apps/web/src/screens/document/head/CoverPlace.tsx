import '@mantine/core/styles/Slider.layer.css';
import { Button, Slider } from '@mantine/core';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Cover.module.css';

interface CoverPlaceProps {
  /** 0 shows the picture's top, 100 its bottom. */
  value: number;
  onChange(value: number): void;
  /** Called with the choice, or null when cancelled. */
  onFinish(value: number | null): void;
}

/** Chooses which part of a picture is shown: by dragging it, or by a slider. */
export function CoverPlace({ value, onChange, onFinish }: CoverPlaceProps) {
  const { t } = useTranslation('document');
  const dragged = useRef<{ y: number; from: number } | null>(null);
  // Keyboard users continue here.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('[role=slider]')?.focus(), []);
  const begin = (event: PointerEvent) => {
    dragged.current = { y: event.clientY, from: value };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    if (!dragged.current) return;
    const { y, from } = dragged.current;
    // Dragging down reveals the upper part.
    const moved = ((y - event.clientY) / event.currentTarget.clientHeight) * 100;
    onChange(Math.round(Math.min(100, Math.max(0, from + moved))));
  };
  return (
    <>
      <div
        className={classes.drag}
        onPointerDown={begin}
        onPointerMove={drag}
        onPointerUp={() => {
          dragged.current = null;
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame */}
      <div
        ref={place}
        className={classes.placing}
        role="group"
        aria-label={t('cover.place')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onFinish(null);
          if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.role === 'slider')
            onFinish(value);
        }}
      >
        <Slider
          className={classes.slider ?? ''}
          size="sm"
          label={null}
          value={value}
          onChange={onChange}
          thumbLabel={t('cover.part')}
        />
        <Button size="compact-sm" variant="default" onClick={() => onFinish(null)}>
          {t('cover.cancel')}
        </Button>
        <Button size="compact-sm" onClick={() => onFinish(value)}>
          {t('cover.done')}
        </Button>
      </div>
    </>
  );
}
