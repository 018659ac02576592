import { expect, it } from 'vitest';
import { indexChildren } from '../../entities/workspace/tree.ts';
import { channel } from '../workspace/testing/factory.ts';
import { countAlong } from './AlongNote.tsx';

it('counts the channels shared along with one, down to private ones', () => {
  const channels = [
    channel({ id: 'a' }),
    channel({ id: 'b', parentId: 'a' }),
    channel({ id: 'c', parentId: 'b' }),
    channel({ id: 'd', parentId: 'a', visibility: 'private' }),
    channel({ id: 'e', parentId: 'd' }),
  ];
  const index = indexChildren(new Map(channels.map((each) => [each.id, each])));
  expect(countAlong(index, 'a')).toBe(2);
  expect(countAlong(index, 'c')).toBe(0);
});
