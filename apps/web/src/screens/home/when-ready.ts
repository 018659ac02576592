import { useWorkspace } from '../../entities/workspace/store.ts';

/** Longest wait for the tree, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Waits until the tree is known. @throws Error when it does not come */
export function whenReady(): Promise<ReturnType<typeof useWorkspace.getState>> {
  const now = useWorkspace.getState();
  if (now.phase === 'ready') return Promise.resolve(now);
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error('Request failed'));
    }, PATIENCE_MS);
    const unsubscribe = useWorkspace.subscribe((state) => {
      if (state.phase !== 'ready') return;
      end();
      resolve(state);
    });
  });
}
