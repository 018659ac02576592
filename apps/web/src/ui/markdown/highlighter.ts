import type { CodeHighlighterPlugin, HighlightResult } from '@streamdown/code';
import { useEffect, useState } from 'react';
import { Chunk } from '../../lib/chunk.ts';

/** Colours of code by day and by night. */
export const themes: ['github-light-default', 'github-dark-default'] = [
  'github-light-default',
  'github-dark-default',
];

/** The highlighter itself, loaded when it is first asked for. */
export const highlighterChunk = new Chunk('highlighter', async (): Promise<CodeHighlighterPlugin> => {
  const { createCodePlugin } = await import('@streamdown/code');
  return createCodePlugin({ themes });
});

export type CodeLine = HighlightResult['tokens'][number];

/** Comments by day are made for white; on the ground of our code they would be too faint to read. */
const DARKER: Record<string, string> = { '#6e7781': '#656d76' };

/** The colours of a piece of code by day and by night; null where it has the colour of all text. */
export function coloursOf({ htmlStyle }: CodeLine[number]): { light: string; dark: string } | null {
  if (typeof htmlStyle !== 'object' || !htmlStyle.color) return null;
  const { color, '--shiki-dark': dark = color } = htmlStyle;
  return { light: DARKER[color.toLowerCase()] ?? color, dark };
}

interface Highlighted {
  /** The text that was highlighted; the current one may have grown since. */
  code: string;
  lines: CodeLine[];
}

/**
 * Highlights code asynchronously.
 * @returns the highlighted beginning of `code`; null until there is some
 */
export function useHighlight(code: string, language: string, isIncomplete: boolean): Highlighted | null {
  const [highlighted, setHighlighted] = useState<Highlighted | null>(null);
  useEffect(() => {
    if (language === '') return;
    let current = true;
    const take = ({ tokens }: HighlightResult) => {
      if (current) setHighlighted({ code, lines: tokens });
    };
    highlighterChunk.read().then(
      (highlighter) => {
        if (!current) return;
        const supported = highlighter.supportsLanguage(language as never);
        if (!supported) return;
        const result = highlighter.highlight(
          { code, language: language as never, themes, isIncomplete },
          take,
        );
        if (result) take(result);
      },
      // Code without colours is code all the same.
      (error: unknown) => console.error(error),
    );
    return () => {
      current = false;
    };
  }, [code, language, isIncomplete]);
  return highlighted && code.startsWith(highlighted.code) ? highlighted : null;
}
