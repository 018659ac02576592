import { type AccessLevel, levelRank, permissions } from '@tandem/shared/access/permissions';
import { teamRoles } from '@tandem/shared/team/schema';
import { describe, expect, it } from 'vitest';
import {
  type AppAction,
  appActions,
  type ChannelAction,
  channelActions,
  heldByArchive,
  heldLevel,
  keptPersonal,
  mayOnApp,
  mayOnChannel,
  type Standing,
} from './access.policy.ts';

const { view, comment, edit, manage } = levelRank;

describe('the level of a person', () => {
  const table: [string, Standing, number, number[], AccessLevel][] = [
    ['a stranger', null, edit, [manage], 'none'],
    ['a suspended owner', { role: 'owner', suspended: true }, manage, [manage], 'none'],
    ['a member where only grants count', { role: 'member', suspended: false }, 0, [], 'none'],
    ['a member at the team default', { role: 'member', suspended: false }, edit, [], 'edit'],
    [
      'a member granted more than the default',
      { role: 'member', suspended: false },
      view,
      [comment],
      'comment',
    ],
    ['a member granted less than the default', { role: 'member', suspended: false }, edit, [view], 'edit'],
    ['a member with several grants', { role: 'member', suspended: false }, 0, [view, manage, edit], 'manage'],
    ['an owner, who has no more than others', { role: 'owner', suspended: false }, 0, [], 'none'],
    ['an admin at the team default', { role: 'admin', suspended: false }, comment, [], 'comment'],
    ['a guest without a grant', { role: 'guest', suspended: false }, manage, [], 'none'],
    ['a guest with a grant', { role: 'guest', suspended: false }, manage, [view], 'view'],
    ['a suspended guest with a grant', { role: 'guest', suspended: true }, manage, [manage], 'none'],
  ];
  it.each(table)('%s', (_who, standing, teamLevel, grants, level) => {
    expect(heldLevel({ standing, teamLevel, grants })).toBe(level);
  });

  it('never falls when a grant or a default is added', () => {
    for (const role of teamRoles)
      for (const teamLevel of [0, 1, 2, 3, 4])
        for (const grant of [1, 2, 3, 4]) {
          const standing = { role, suspended: false };
          const without = heldLevel({ standing, teamLevel, grants: [] });
          const granted = heldLevel({ standing, teamLevel, grants: [grant] });
          expect(levelRank[granted]).toBeGreaterThanOrEqual(levelRank[without]);
        }
  });
});

const levels: AccessLevel[] = ['none', ...permissions];

describe('abilities of each level', () => {
  const onChannel: Record<AccessLevel, ChannelAction[]> = {
    none: [],
    view: ['channel.view'],
    comment: ['channel.view', 'channel.comment'],
    edit: [
      'channel.view',
      'channel.comment',
      'channel.send',
      'channel.ask',
      'channel.edit',
      'channel.sort',
      'channel.createChild',
    ],
    manage: Object.keys(channelActions) as ChannelAction[],
  };
  const onApp: Record<AccessLevel, AppAction[]> = {
    none: [],
    view: ['app.view'],
    comment: ['app.view'],
    edit: ['app.view', 'app.createChannel', 'app.edit'],
    manage: Object.keys(appActions) as AppAction[],
  };
  it.each(levels)('%s', (level) => {
    const channel = Object.keys(channelActions) as ChannelAction[];
    expect(channel.filter((action) => mayOnChannel(level, action))).toEqual(onChannel[level]);
    const app = Object.keys(appActions) as AppAction[];
    expect(app.filter((action) => mayOnApp(level, action))).toEqual(onApp[level]);
  });
});

describe('a member’s own app', () => {
  it('is used like any other app, but managed by nobody', () => {
    const all = Object.keys(appActions) as AppAction[];
    expect(all.filter((action) => keptPersonal({ personalUserId: 7 }, action))).toEqual(['app.manage']);
    expect(all.filter((action) => keptPersonal({ personalUserId: null }, action))).toEqual([]);
  });
});

describe('the state of a channel', () => {
  it('lets commenters write in a discussion without an answer', () => {
    expect(mayOnChannel('comment', 'channel.send', 'discussion')).toBe(true);
    expect(mayOnChannel('comment', 'channel.ask', 'discussion')).toBe(false);
    expect(mayOnChannel('comment', 'channel.send', 'chat')).toBe(false);
    expect(mayOnChannel('view', 'channel.send', 'discussion')).toBe(false);
  });

  it('leaves only reading, managing and deleting in the archive', () => {
    const archived = { archivedAt: new Date() };
    const free = (Object.keys(channelActions) as ChannelAction[]).filter(
      (action) => !heldByArchive(archived, action),
    );
    expect(free).toEqual(['channel.view', 'channel.manage', 'channel.remove']);
    expect(heldByArchive({ archivedAt: null }, 'channel.send')).toBe(false);
  });
});
