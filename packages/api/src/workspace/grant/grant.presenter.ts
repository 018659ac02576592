import { levelOf, type Permission } from '@tandem/shared/access/permissions';
import type { AccessPerson, GrantSource } from '@tandem/shared/grant/schema';
import type { PathNode, ReachRow } from './grant.repo.ts';
import type { LoadedTarget } from './target.ts';

/** Facts for explaining levels: the target, and its path, starting with itself. */
export interface SourceFacts {
  target: Pick<LoadedTarget, 'id' | 'creatorId' | 'teamLevel'>;
  path: readonly PathNode[];
}

/** Names a node above the target, if the reader may see it. */
function named(node: PathNode | undefined): { id?: string; name?: string } {
  return node?.visible ? { id: node.id, name: node.name } : {};
}

/**
 * Returns the source of a person's level: the nearest grant that gives it, else the team default. `creator`
 * is a creator's own grant.
 */
export function sourceOf({ id, rank, grants }: ReachRow, { target, path }: SourceFacts): GrantSource {
  const level = (node: PathNode) => grants.find(({ targetId }) => targetId === node.id);
  const giver = path.find((node) => level(node)?.level === rank);
  if (!giver) {
    const opener = openerOf(path, target.teamLevel);
    return { kind: 'team', ...(opener?.id !== target.id && named(opener)) };
  }
  if (giver.id !== target.id) return { kind: 'inherited', ...named(giver) };
  const isMaker = target.creatorId === id && level(giver)?.granterId === null;
  return { kind: isMaker ? 'creator' : 'grant' };
}

/** The highest node from which the target's team default comes down unchanged. */
function openerOf(path: readonly PathNode[], teamLevel: number): PathNode | undefined {
  const below = path.findIndex((node) => node.teamLevel !== teamLevel);
  return below === -1 ? path.at(-1) : path[below - 1];
}

/** Presents a person with access to a manager or viewer of the target. */
export function presentPerson(
  row: ReachRow,
  facts: SourceFacts,
  reader: { userId: number; manages: boolean },
): AccessPerson {
  const { id, name, avatar, email, role, rank, grants } = row;
  const own = grants.find(({ targetId }) => targetId === facts.target.id);
  return {
    id,
    name,
    avatar,
    email,
    role,
    level: levelOf(rank),
    source: sourceOf(row, facts),
    own: own ? (levelOf(own.level) as Permission) : null,
    abilities: {
      set: reader.manages,
      remove: own !== undefined && (reader.manages || id === reader.userId),
    },
  };
}
