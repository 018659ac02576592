import { describe, expect, it } from 'vitest';
import { app, space } from '../../features/workspace/testing/factory.ts';
import { chatAppsOf, chosenAmong } from './choice.ts';

const byId = <T extends { id: string }>(...nodes: T[]) => new Map(nodes.map((node) => [node.id, node]));
const closed = { createChannel: false, edit: false, manage: false };
const spaces = byId(space({ id: 'second', sort: 'a1' }), space({ id: 'first', sort: 'a0' }));
const apps = byId(
  app({ id: 'late', spaceId: 'second', sort: 'a0' }),
  app({ id: 'chat', spaceId: 'first', sort: 'a0' }),
  app({ id: 'notes', spaceId: 'first', type: 'note' }),
  app({ id: 'read only', spaceId: 'first', abilities: closed }),
  app({ id: 'mine', spaceId: 'second', sort: 'a9', personal: true, visibility: 'private' }),
);
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('where home begins a chat', () => {
  it('is among one’s own app first, then the others as the sidebar has them', () => {
    expect(idsOf(chatAppsOf({ spaces, apps }))).toEqual(['mine', 'chat', 'late']);
  });

  it('is one’s own as long as nothing else was chosen', () => {
    const offered = chatAppsOf({ spaces, apps });
    for (const nothing of [null, undefined, 7, '', {}])
      expect(chosenAmong(offered, nothing)?.id).toBe('mine');
    expect(chosenAmong(offered, 'late')?.id).toBe('late');
  });

  it('is one’s own again once what was chosen is gone, closed, or another team’s', () => {
    const offered = chatAppsOf({ spaces, apps });
    for (const gone of ['deleted', 'read only', 'notes']) expect(chosenAmong(offered, gone)?.id).toBe('mine');
  });

  it('is nowhere for a guest who may begin none, and in what is shared for one who may', () => {
    const guest = byId(app({ id: 'shared', abilities: closed }));
    expect(chosenAmong(chatAppsOf({ spaces: byId(), apps: guest }), null)).toBeUndefined();
    const writer = byId(app({ id: 'shared' }));
    expect(chosenAmong(chatAppsOf({ spaces: byId(), apps: writer }), null)?.id).toBe('shared');
  });
});
