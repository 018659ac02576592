import { describe, expect, it } from 'vitest';
import { withMention, withoutRead } from './mentions.ts';

const notice = (id: string, kind: 'mention' | 'comment' | 'share', channelId: string | null = 'c') => ({
  id,
  kind,
  channel: channelId === null ? null : { id: channelId, name: '' },
  readAt: null,
});

describe('unread mentions', () => {
  it('are those of a channel until they are read', () => {
    let waiting = withMention(new Map(), notice('1', 'mention'));
    waiting = withMention(waiting, notice('2', 'comment', 'd'));
    waiting = withMention(waiting, notice('3', 'share'));
    waiting = withMention(waiting, notice('4', 'mention', null));
    waiting = withMention(waiting, { ...notice('5', 'mention'), readAt: new Date() });
    expect([...waiting]).toEqual([
      ['1', 'c'],
      ['2', 'd'],
    ]);
    expect(withoutRead(waiting, ['9'])).toBe(waiting);
    expect([...withoutRead(waiting, ['1'])]).toEqual([['2', 'd']]);
    expect(withoutRead(waiting, 'all').size).toBe(0);
  });
});
