import { IconFileText, IconMessages, IconSparkles } from '@tabler/icons-react';
import type { TemplateKind } from '@tandem/shared/template/schema';
import classes from './TemplateIcon.module.css';

const pictures = { assistant: IconSparkles, app: IconMessages, document: IconFileText };

/** The sign of a template, or one for its kind. */
export function TemplateIcon({ icon, kind, big }: { icon: string; kind: TemplateKind; big?: boolean }) {
  const Picture = pictures[kind];
  return (
    <span className={classes.icon} data-big={big || undefined} aria-hidden>
      {icon || <Picture size={big ? 24 : 18} stroke={1.75} />}
    </span>
  );
}
