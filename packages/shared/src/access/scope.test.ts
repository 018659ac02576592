import { describe, expect, it } from 'vitest';
import { type Scope, scopeOfApp, scopeOfChannel } from './scope.ts';

const open: Scope = { accessPath: ['parent', 'app'], teamLevel: 3 };
const closed: Scope = { accessPath: ['parent'], teamLevel: 0 };

describe('the scope of a top channel', () => {
  it('is the app’s default when the team sees the app', () => {
    expect(scopeOfApp({ id: 'app', visibility: 'team', level: 2 })).toEqual({
      accessPath: ['app'],
      teamLevel: 2,
    });
  });
  it('is only the app’s grants when it is private', () => {
    expect(scopeOfApp({ id: 'app', visibility: 'private', level: 4 })).toEqual({
      accessPath: ['app'],
      teamLevel: 0,
    });
  });
});

describe('a channel', () => {
  const cases: [string, Parameters<typeof scopeOfChannel>[0], Scope, string[], number][] = [
    ['inherits', { id: 'c', visibility: 'inherit', level: null }, open, ['c', 'parent', 'app'], 3],
    [
      'raises what it inherits',
      { id: 'c', visibility: 'inherit', level: 4 },
      open,
      ['c', 'parent', 'app'],
      4,
    ],
    ['never lowers it', { id: 'c', visibility: 'inherit', level: 1 }, open, ['c', 'parent', 'app'], 3],
    ['inherits a closed parent', { id: 'c', visibility: 'inherit', level: 4 }, closed, ['c', 'parent'], 0],
    ['is private', { id: 'c', visibility: 'private', level: 4 }, open, ['c'], 0],
    ['opens below a closed parent', { id: 'c', visibility: 'team', level: 2 }, closed, ['c', 'parent'], 2],
    [
      'opens at what it inherits, at least',
      { id: 'c', visibility: 'team', level: 1 },
      open,
      ['c', 'parent', 'app'],
      3,
    ],
    [
      'opens without a level of its own',
      { id: 'c', visibility: 'team', level: null },
      closed,
      ['c', 'parent'],
      0,
    ],
  ];
  it.each(cases)('%s', (_what, channel, parent, accessPath, teamLevel) => {
    expect(scopeOfChannel(channel, parent)).toEqual({ accessPath, teamLevel });
  });
});
