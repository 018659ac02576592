import { levelRank, type Permission } from '@tandem/shared/access/permissions';
import type { Role } from '../../running/sample-data.ts';
import type { Need } from './needs.ts';

/** All callers: the sample people, and a caller without a session. */
export type Asker = Role | 'anonymous';

/** Each sample person's level on a private place of the owner. */
const levelAtClosed: Record<Role, Permission | null> = {
  owner: 'manage',
  manager: 'manage',
  editor: 'edit',
  commenter: 'comment',
  viewer: 'view',
  admin: null,
  member: null,
  guest: null,
  removed: null,
  suspended: null,
  other: null,
};
const members: Role[] = ['owner', 'admin', 'member', 'viewer', 'commenter', 'editor', 'manager'];

/** `in`: let through to the operation, which may still find its input wanting. */
export type Outcome = 'in' | 401 | 403 | 404;

/** The expected outcome of a call. */
export function expected(need: Need, asker: Asker): Outcome[] {
  if (need === 'anyone') return ['in'];
  // A suspension ends the session itself.
  if (asker === 'anonymous' || asker === 'suspended') return [401];
  if (need === 'signed in') return ['in'];
  // An administrator of a later team operates nothing.
  if (need === 'operator') return asker === 'owner' || asker === 'admin' ? ['in'] : [403, 404];
  if (need === 'of the team' || need === 'member' || need === 'administrator') return byStanding(need, asker);
  const level = levelAtClosed[asker];
  if (level === null) return [404];
  return levelRank[level] >= levelRank[need] ? ['in'] : [403];
}

function byStanding(need: 'of the team' | 'member' | 'administrator', role: Role): Outcome[] {
  // In their own team they are the owner; of ours they see nothing.
  if (role === 'other') return ['in', 404];
  if (role === 'removed') return [403, 404];
  if (need === 'of the team') return ['in'];
  const enough = need === 'member' ? members : ['owner', 'admin'];
  return enough.includes(role) ? ['in'] : [403, 404];
}

/** The outcome that a status stands for. */
export function outcomeOf(status: number): Outcome | number {
  if (status === 401 || status === 403 || status === 404) return status;
  return status < 500 || status === 512 ? 'in' : status;
}

/**
 * Operations with this normal response even for a permitted caller: the thing belongs to others, or nothing
 * is there.
 */
const refusals: Record<string, number> = {
  'message.edit': 403,
  'message.editQueued': 404,
  'document.import': 404,
  'source.addFiles': 404,
  'retrieval.exclude': 404,
  'comment.update': 403,
  'comment.remove': 403,
  'discussion.remove': 403,
  'message.removeQueued': 404,
  'session.end': 404,
  'invitation.decline': 404,
  'POST /api/agentWebhook/{id}': 404,
  'GET /api/oauth/{id}/start': 404,
  'GET /api/oauth/{id}/callback': 404,
};

/** Whether an outcome is the operation's own, which let the caller in before. */
export function isOperationsOwn(name: string, outcome: Outcome | number): boolean {
  return refusals[name] === outcome;
}
