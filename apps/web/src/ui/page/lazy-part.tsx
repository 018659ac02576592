import { type ComponentType, Suspense, use } from 'react';
import { Chunk } from '../../lib/chunk.ts';
import { readWords } from '../../lib/i18n/words.ts';
import { Loading } from './Loading.tsx';

/** A component whose code is loaded when it is first shown. */
export interface LazyPart<Props> {
  Part: ComponentType<Props>;
  /** Begins to load the code; failures show where the component does. */
  preload(): void;
}

/**
 * Makes a component that loads its own code and shows "Loading..." meanwhile.
 * @param words namespaces it says, fetched along; it would suspend for those that are not named
 */
export function lazyPart<Props extends object>(
  id: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
  words: readonly string[] = [],
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
      <Suspense fallback={<Loading />}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  Part.displayName = `LazyPart(${id})`;
  return { Part, preload: () => void chunk.read().catch(() => {}) };
}
