import { type ComponentType, type ReactNode, Suspense, use, useEffect } from 'react';
import { Chunk } from '../../lib/chunk.ts';
import { readWords } from '../../lib/i18n/words.ts';
import { whenIdle } from '../../lib/idle.ts';
import { Loading } from './Loading.tsx';

/** A component whose code is loaded when it is first shown. */
export interface LazyPart<Props> {
  Part: ComponentType<Props>;
  /** Starts to load the code; failures show where the component is rendered. */
  preload(): void;
}

/**
 * Makes a component that loads its own code and shows "Loading..." meanwhile.
 * @param words translation namespaces that the component uses, loaded with it; it would suspend for others
 * @param fallback shown instead of "Loading..."
 */
export function lazyPart<Props extends object>(
  id: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
  words: readonly string[] = [],
  fallback: ReactNode = <Loading />,
): LazyPart<Props> {
  const chunk = new Chunk(id, async () => {
    const [module] = await Promise.all([load(), readWords(words)]);
    return module;
  });
  function Loaded(props: Props) {
    const { default: Component } = use(chunk.read());
    return <Component {...props} />;
  }
  function Part(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  Part.displayName = `LazyPart(${id})`;
  return { Part, preload: () => void chunk.read().catch(() => {}) };
}

/** Fetches what is shown after a press only, once the page has nothing else to do: it should open at once then. */
export function usePreloadWhenIdle(...parts: Pick<LazyPart<object>, 'preload'>[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of a component are always the same
  useEffect(
    () =>
      whenIdle(() => {
        for (const part of parts) part.preload();
      }),
    [],
  );
}
