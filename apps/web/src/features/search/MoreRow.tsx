import { Loader } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './PaletteRow.module.css';

interface MoreRowProps {
  id: string;
  active: boolean;
  isLoading: boolean;
  /** Whether it loads when it becomes visible; not after a failure. */
  isEager: boolean;
  onPoint(): void;
  onLoad(): void;
}

/** The last line while there are more results. It loads them when it becomes visible by scrolling or by keyboard. */
export function MoreRow({ id, active, isLoading, isEager, onPoint, onLoad }: MoreRowProps) {
  const { t } = useTranslation('search');
  const row = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  useEffect(() => {
    load.current = onLoad;
  });
  useEffect(() => {
    const element = row.current;
    if (!element || isLoading || !isEager) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) load.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLoading, isEager]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-busy={isLoading}
      className={`${classes.row} ${classes.moreRow}`}
      onPointerMove={active ? undefined : onPoint}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onLoad}
    >
      <span className={classes.icon} aria-hidden>
        {isLoading ? <Loader size={14} color="gray" /> : <IconChevronDown size={17} stroke={1.75} />}
      </span>
      <span className={classes.title}>{t('moreResults')}</span>
    </div>
  );
}
