// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { channel } from '../../features/workspace/testing/factory.ts';
import {
  applyAnswer,
  applyTree,
  applyUnreadEvent,
  hideOptimistically,
  resetWorkspace,
  settle,
  showOptimistically,
  useWorkspace,
} from './store.ts';

const channels = () => useWorkspace.getState().tree.channels;
const whole = {
  type: 'tree' as const,
  treeRevision: 5,
  reset: true,
  apps: [],
  spaces: [],
  removed: [],
  channels: [channel({ id: 'a' }), channel({ id: 'b' })],
};

describe('the workspace', () => {
  beforeEach(() => {
    resetWorkspace();
    applyTree(whole);
  });

  it('is ready when the whole tree has been received', () => {
    expect(useWorkspace.getState().phase).toBe('ready');
    expect(useWorkspace.getState().index.get('app')).toHaveLength(2);
  });

  it('rolls back an optimistic change, unless something newer arrived', () => {
    const undo = showOptimistically([
      channel({ id: 'a', name: 'tried' }),
      channel({ id: 'b', name: 'tried' }),
    ]);
    applyAnswer({ channels: [channel({ id: 'b', name: 'theirs', revision: 6 })] });
    undo();
    expect(channels().get('a')?.name).toBe('a');
    expect(channels().get('b')?.name).toBe('theirs');
  });

  it('hides a channel being removed and restores it when that fails', () => {
    const undo = hideOptimistically(new Set(['a']));
    expect([...channels().keys()]).toEqual(['b']);
    undo();
    expect([...channels().keys()].sort()).toEqual(['a', 'b']);
  });

  it('shows what a call answers, or takes back what was shown ahead and says why', async () => {
    const undo = showOptimistically([channel({ id: 'a', name: 'tried' })]);
    expect(await settle(Promise.reject(new Error('no')), undo)).toMatchObject({ done: false });
    expect(channels().get('a')?.name).toBe('a');
    const answer = { channels: [channel({ id: 'a', name: 'stored', revision: 6 })] };
    expect(await settle(Promise.resolve(answer))).toEqual({ done: true });
    expect(channels().get('a')?.name).toBe('stored');
  });

  it('counts nothing as unread in the open channel', () => {
    const count = { unread: 3, activeAt: new Date() };
    useWorkspace.setState({ openChannelId: 'a' });
    const channels = new Map([
      ['a', count],
      ['b', count],
    ]);
    applyUnreadEvent({ type: 'unread', channels });
    expect(useWorkspace.getState().tree.unread.get('a')).toBe(0);
    expect(useWorkspace.getState().tree.unread.get('b')).toBe(3);
  });
});
