import { api } from '../../lib/trpc.ts';
import { applyTree, useWorkspace } from './store.ts';

/** Loads the whole tree by a plain call, for where the live socket does not come through. */
export async function loadTree(): Promise<void> {
  try {
    const event = await api.team.tree.query(undefined, { context: { silent: true } });
    if (event && useWorkspace.getState().phase !== 'ready') applyTree(event);
  } catch {
    if (useWorkspace.getState().phase === 'loading') useWorkspace.setState({ phase: 'failed' });
  }
}
