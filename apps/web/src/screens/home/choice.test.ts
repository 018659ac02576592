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

describe('the app for a chat from Home', () => {
  it('is offered as one’s own first, then the others in the sidebar’s order', () => {
    expect(idsOf(chatAppsOf({ spaces, apps }))).toEqual(['mine', 'chat', 'late']);
  });

  it('is one’s own until another is chosen', () => {
    const offered = chatAppsOf({ spaces, apps });
    for (const nothing of [null, undefined, 7, '', {}])
      expect(chosenAmong(offered, nothing)?.id).toBe('mine');
    expect(chosenAmong(offered, 'late')?.id).toBe('late');
  });

  it('is one’s own again once the chosen app is gone, closed, or another team’s', () => {
    const offered = chatAppsOf({ spaces, apps });
    for (const gone of ['deleted', 'read only', 'notes']) expect(chosenAmong(offered, gone)?.id).toBe('mine');
  });

  it('is none for a guest who may create none, and a shared one for a guest who may', () => {
    const guest = byId(app({ id: 'shared', abilities: closed }));
    expect(chosenAmong(chatAppsOf({ spaces: byId(), apps: guest }), null)).toBeUndefined();
    const writer = byId(app({ id: 'shared' }));
    expect(chosenAmong(chatAppsOf({ spaces: byId(), apps: writer }), null)?.id).toBe('shared');
  });
});
