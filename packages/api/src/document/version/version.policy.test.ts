import type { AccessLevel } from '@tandem/shared/access/permissions';
import { describe, expect, it } from 'vitest';
import { mayOnVersion, type VersionAction } from './version.policy.ts';

const ME = 1;
const levels: AccessLevel[] = ['none', 'view', 'comment', 'edit', 'manage'];
const allowed = (action: VersionAction, facts: Parameters<typeof mayOnVersion>[0]) =>
  levels.filter((held) => mayOnVersion(facts, { userId: ME, held }, action));

describe('versions', () => {
  const others = { cause: 'named', creatorId: 2 } as const;
  it.each<[VersionAction, AccessLevel[]]>([
    ['version.view', ['view', 'comment', 'edit', 'manage']],
    ['version.rename', ['edit', 'manage']],
    ['version.restore', ['edit', 'manage']],
    ['version.remove', ['manage']],
  ])('%s is allowed for %j', (action, expected) => {
    expect(allowed(action, others)).toEqual(expected);
  });

  it('are removed by their creator while that person may edit', () => {
    expect(allowed('version.remove', { cause: 'named', creatorId: ME })).toEqual(['edit', 'manage']);
  });

  it.each(['automatic', 'ai', 'restore'] as const)('that are %s are removed by managers only', (cause) => {
    expect(allowed('version.remove', { cause, creatorId: ME })).toEqual(['manage']);
  });
});
