import { useShare } from '../../entities/share/store.ts';
import { lazyPart, usePreloadWhenIdle } from '../../ui/page/lazy-part.tsx';

export { openShare } from '../../entities/share/store.ts';

const box = lazyPart('share-dialog', () => import('./ShareBox.tsx'), [], null);

/** The one dialog of the page that says who has access to an app or channel; closed unless `openShare` was called. */
export function ShareDialog() {
  const target = useShare((state) => state.target);
  usePreloadWhenIdle(box);
  return target && <box.Part key={target.id} target={target} />;
}
