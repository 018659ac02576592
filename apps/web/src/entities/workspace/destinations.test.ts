import { describe, expect, it } from 'vitest';
import { app, channel } from '../../features/workspace/testing/factory.ts';
import { destinationsOf } from './destinations.ts';
import { applyTreeChange, emptyTree, indexChildren } from './tree.ts';

const tree = applyTreeChange(
  emptyTree,
  {
    apps: [
      app({ id: 'notes', name: 'Notes', type: 'note', sort: 'a1' }),
      app({ id: 'wiki', name: 'Wiki', type: 'note', sort: 'a2' }),
      app({ id: 'chat', name: 'Chat', type: 'chat', sort: 'a0' }),
      app({ id: 'old', name: 'Old', type: 'note', sort: 'a3', archivedAt: new Date() }),
      app({
        ...{ id: 'read', name: 'Read', type: 'note', sort: 'a4' },
        abilities: { createChannel: false, edit: false, manage: false },
      }),
    ],
    channels: [
      channel({ id: 'plan', appId: 'notes', kind: 'document', sort: 'a0' }),
      channel({ id: 'steps', appId: 'notes', parentId: 'plan', kind: 'document' }),
      channel({ id: 'ideas', appId: 'notes', kind: 'document', sort: 'a1' }),
      channel({ id: 'rules', appId: 'wiki', kind: 'document' }),
      channel({ id: 'talk', appId: 'chat', sort: 'a0' }),
      channel({ id: 'draft', appId: 'chat', parentId: 'talk', kind: 'document' }),
    ],
  },
  1,
);
const placesOf = (channelId: string) =>
  destinationsOf(tree, indexChildren(tree.channels), channelId).map(
    ({ app, parent, current }) => `${app.id}/${parent?.id ?? ''}${current ? ' (now)' : ''}`,
  );

describe('destinations of a channel', () => {
  it('are all for a document: its own app first, then others that accept it', () => {
    expect(placesOf('plan')).toEqual([
      ...['notes/ (now)', 'notes/ideas'],
      ...['chat/', 'chat/talk', 'chat/draft', 'wiki/', 'wiki/rules'],
    ]);
  });

  it('are apps of the same type for a chat, or a channel with one below it', () => {
    expect(placesOf('talk')).toEqual(['chat/ (now)']);
    expect(placesOf('draft')).toEqual([
      ...[
        'chat/',
        'chat/talk (now)',
        'notes/',
        'notes/plan',
        'notes/steps',
        'notes/ideas',
        'wiki/',
        'wiki/rules',
      ],
    ]);
  });
});
