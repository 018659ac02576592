import type Katex from 'katex';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Chunk } from '../../lib/chunk.ts';

const chunk = new Chunk('math', async () => {
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')]);
  return katex;
});

let loaded: typeof Katex | null = null;

/** KaTeX, loaded when the first formula is shown; null until then. */
function useKatex(): typeof Katex | null {
  const [katex, setKatex] = useState(() => loaded);
  useEffect(() => {
    if (katex) return;
    let current = true;
    chunk.read().then(
      (module) => {
        loaded = module;
        if (current) setKatex(() => module);
      },
      // Without it a formula stays readable as it was written.
      (error: unknown) => console.error(error),
    );
    return () => {
      current = false;
    };
  }, [katex]);
  return katex;
}

interface FormulaProps {
  /** In TeX. */
  source: string;
  /** As written in the text, with its delimiters. */
  written: string;
  /** Whether it is displayed on its own line. */
  display: boolean;
}

/** Longest formula that is drawn, in characters, and the largest length in it, in em. */
const MAX_SOURCE = 5_000;
const MAX_SIZE = 40;

/** A formula; as it was written when it is too long, or until what draws it has come. */
export function Formula({ source, written, display }: FormulaProps) {
  const katex = useKatex();
  if (!katex || source.length > MAX_SOURCE) return display ? <p>{written}</p> : written;
  return <Drawn katex={katex} source={source} written={written} display={display} />;
}

function Drawn({ katex, source, written, display }: FormulaProps & { katex: typeof Katex }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!place.current) return;
    try {
      katex.render(source, place.current, {
        displayMode: display,
        throwOnError: false,
        strict: 'ignore',
        trust: false,
        maxSize: MAX_SIZE,
        errorColor: 'var(--mantine-color-dimmed)',
      });
    } catch (error) {
      console.error(error);
      place.current.textContent = written;
    }
  }, [katex, source, written, display]);
  return <span ref={place} />;
}
