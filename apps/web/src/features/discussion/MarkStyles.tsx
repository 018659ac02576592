import type { Discussion } from '@tandem/shared/discussion/schema';
import { memo, useMemo } from 'react';

interface MarkStylesProps {
  discussions: ReadonlyMap<string, Discussion>;
  focused: string | null;
}

/**
 * Highlights the words of open discussions, and of the selected one. It uses style rules, so that the editor
 * does not render again; marks of resolved discussions, or of another document, look like plain text.
 */
export const MarkStyles = memo(function MarkStyles({ discussions, focused }: MarkStylesProps) {
  const open = useMemo(
    () =>
      [...discussions.values()]
        .filter(({ resolvedAt }) => resolvedAt === null)
        .map(({ id }) => selectorOf(id))
        .join(),
    [discussions],
  );
  const rules = [
    '.bn-editor .bn-thread-mark { background: none; border: 0; cursor: inherit; }',
    '::highlight(discussion-draft) { background-color: color-mix(in oklab, var(--text-accent) 26%, transparent); }',
    ...(open === ''
      ? []
      : [
          `@media screen { .bn-editor .bn-thread-mark:is(${open}) {
            background: color-mix(in oklab, #e0a800 20%, transparent); cursor: pointer;
            box-shadow: inset 0 -2px 0 color-mix(in oklab, #e0a800 75%, transparent); } }`,
        ]),
    ...(focused === null
      ? []
      : [
          `@media screen { .bn-editor .bn-thread-mark:is(${selectorOf(focused)}):is(${open || 'none'}) {
            background: color-mix(in oklab, #e0a800 42%, transparent); } }`,
        ]),
  ];
  return <style>{rules.join('\n')}</style>;
});

function selectorOf(id: string): string {
  return `[data-bn-thread-id="${id.replaceAll(/[^\w-]/gu, '')}"]`;
}
