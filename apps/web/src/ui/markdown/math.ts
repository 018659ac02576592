import { useEffect, useState } from 'react';
import type { StreamdownProps } from 'streamdown';
import { Chunk } from '../../lib/chunk.ts';

type MathPlugin = NonNullable<NonNullable<StreamdownProps['plugins']>['math']>;

const chunk = new Chunk('math', async () => {
  const [{ createMathPlugin }] = await Promise.all([
    import('@streamdown/math'),
    import('katex/dist/katex.min.css'),
  ]);
  return createMathPlugin({ singleDollarTextMath: false });
});

let loaded: MathPlugin | null = null;

/** The plugin for formulas, loaded when a text first has one; null until then. */
export function useMathPlugin(text: string): MathPlugin | null {
  const [plugin, setPlugin] = useState(loaded);
  const needed = plugin === null && text.includes('$$');
  useEffect(() => {
    if (!needed) return;
    let current = true;
    chunk.read().then(
      (math) => {
        loaded = math;
        if (current) setPlugin(math);
      },
      // Without it a formula stays readable as it was written.
      (error: unknown) => console.error(error),
    );
    return () => {
      current = false;
    };
  }, [needed]);
  return plugin;
}

/** Code, fenced or inline, in which nothing is a formula. */
const CODE = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;

/**
 * A formula between single dollars; one between double ones is passed over. No space stands just inside, and no
 * letter or digit just outside: "$5 and $10" and "$HOME:$PATH" are none.
 */
const SINGLE = /\$\$[\s\S]*?(?:\$\$|$)|(?<![\\\w$])\$(?![\s$])((?:\\.|[^$\n\\])+)(?<!\s)\$(?![\w$])/g;
/** What tells a formula from a sum of money. */
const MATHEMATICAL = /[\\^_=]|^[a-z]$/i;

/** Writes the brackets and single dollars in which many models put formulas as the dollars the parser knows. */
export function mathDelimiters(text: string): string {
  if (!text.includes('\\(') && !text.includes('\\[') && !text.includes('$')) return text;
  return text
    .split(CODE)
    .map((piece, index) => (index % 2 === 1 ? piece : withDollars(piece)))
    .join('');
}

function withDollars(text: string): string {
  return text
    .replace(/\\\[([\s\S]+?)\\\]/g, (_match, formula: string) => `\n$$\n${formula.trim()}\n$$\n`)
    .replace(/\\\((.+?)\\\)/g, (_match, formula: string) => `$$${formula.trim()}$$`)
    .replace(SINGLE, (match, formula?: string) =>
      formula !== undefined && MATHEMATICAL.test(formula) ? `$$${formula}$$` : match,
    );
}
