import { IconHome } from '@tabler/icons-react';
import type { MessageHit, SearchHit } from '@tandem/shared/search/schema';
import { describe, expect, it, vi } from 'vitest';
import { fitOf } from '../../lib/spelling.ts';
import { app as makeApp, channel as makeChannel } from '../workspace/testing/factory.ts';
import { type Command, type Filter, foundSections, restingSections } from './items.ts';

const app = makeApp({ id: 'app', name: 'Marketing' });
const at = (minute: number) => new Date(2026, 0, 1, 12, minute);
const channels = [
  makeChannel({ id: 'a', appId: 'app', name: 'Café notes', activeAt: at(1) }),
  makeChannel({ id: 'b', appId: 'app', name: 'Notes', activeAt: at(2), parentId: 'a' }),
  makeChannel({ id: 'c', appId: 'app', name: 'Footnotes', activeAt: at(9) }),
  makeChannel({ id: 'd', appId: 'app', name: 'Notes of May', activeAt: at(5) }),
];
const tree = {
  apps: new Map([[app.id, app]]),
  channels: new Map(channels.map((channel) => [channel.id, channel])),
};
const commands: Command[] = [{ id: 'home', label: 'Go to Home', icon: IconHome, run: vi.fn() }];
const shape = (query: string, filter: Filter = 'all', hits: SearchHit[] = []) =>
  foundSections(tree, { query }, filter, commands, hits).map(({ id, items }) => [
    id,
    ...items.map(({ title }) => title),
  ]);

const message: MessageHit = {
  kind: 'message',
  id: 'm',
  channelId: 'x',
  appId: 'app',
  appType: 'chat',
  icon: '',
  seq: 7,
  title: 'Elsewhere',
  path: ['Marketing'],
  author: { name: 'Bea', avatar: '', isAssistant: false },
  excerpt: { text: 'my notes', marks: [[3, 8]] },
  createdAt: at(0),
};

describe('fitOf', () => {
  it.each([
    ['Notes of May', 'notes', 0],
    ['My notes', 'notes', 1],
    ['Footnotes', 'notes', 2],
    ['Café notes', 'CAFE', 0],
    ['Notes of May', 'may no', 2],
    ['Notes', 'x', null],
    ['Notes', '  ', null],
  ])('%s, searched for %s', (name, query, fit) => expect(fitOf(name, query)).toBe(fit));
});

describe('the palette', () => {
  it('offers recent places except the current one, and all commands', () => {
    const sections = restingSections(tree, 'c', commands);
    expect(sections.map(({ id, items }) => [id, ...items.map(({ title }) => title)])).toEqual([
      ['recent', 'Notes of May', 'Notes', 'Café notes'],
      ['command', 'Go to Home'],
    ]);
    expect(sections[0]?.items[1]).toMatchObject({ to: '/s/app/c/b', path: ['Marketing', 'Café notes'] });
  });

  it('ranks names with a matching beginning first, recent ones before others', () => {
    expect(shape('notes')).toEqual([['channel', 'Notes of May', 'Notes', 'Café notes', 'Footnotes']]);
  });

  it('adds the server’s results, without duplicates', () => {
    const known: SearchHit = {
      kind: 'channel',
      id: 'b',
      title: 'Notes',
      path: [],
      appId: 'app',
      appType: 'chat',
      channelKind: 'chat',
      icon: '',
      activeAt: at(0),
      archived: false,
    };
    const hits = [known, { ...known, id: 'z', title: 'Notes elsewhere' }, message];
    expect(shape('notes', 'all', hits)).toEqual([
      ['channel', 'Notes of May', 'Notes', 'Café notes', 'Footnotes', 'Notes elsewhere'],
      ['message', 'Elsewhere'],
    ]);
    expect(foundSections(tree, { query: 'notes' }, 'message', commands, hits)[0]?.items[0]?.to).toBe(
      '/s/app/c/x?message=m#words=notes',
    );
  });

  it('shows one kind alone, and says where there is more', () => {
    expect(shape('', 'command')).toEqual([['command', 'Go to Home']]);
    expect(shape('', 'channel')[0]?.slice(0, 3)).toEqual(['channel', 'Footnotes', 'Notes of May']);
    expect(shape('o', 'command')).toEqual([['command', 'Go to Home']]);
    const many = new Map(
      Array.from({ length: 9 }, (_, i) => [
        `${i}`,
        makeChannel({ id: `${i}`, appId: 'app', name: `Plan ${i}` }),
      ]),
    );
    const find = (filter: Filter) =>
      foundSections({ ...tree, channels: many }, { query: 'plan' }, filter, commands, []);
    expect(find('all')).toMatchObject([{ items: { length: 5 }, more: true }]);
    expect(find('channel')).toMatchObject([{ items: { length: 9 }, more: false }]);
  });
});
