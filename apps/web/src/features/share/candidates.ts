import type { TeamUser } from '@tandem/shared/team/schema';
import { emailSchema } from '@tandem/shared/user/schema';
import { compareNames } from '../../lib/names.ts';
import { type FitName, fitOf } from '../../lib/spelling.ts';

/** A person to share with: a member of the team, or an address outside it. */
export interface Picked {
  key: string;
  name: string;
  email: string;
  avatar: string;
  /** Absent for an address that will be invited. */
  userId?: number;
}

/** Maximum number of candidates shown. */
const MANY = 30;

interface Choice {
  users: readonly TeamUser[];
  query: string;
  picked: readonly Picked[];
  mayInvite: boolean;
  fit?: FitName;
}

/**
 * Finds people whose name, spelling or address contains the query, names that begin with it first. A complete
 * address that nobody has is a candidate too.
 */
export function candidatesFor({ users, query, picked, mayInvite, fit }: Choice): Picked[] {
  const text = query.trim().toLocaleLowerCase();
  const taken = new Set(picked.map(({ key }) => key));
  const found = users
    .map((user) => ({ user, rank: rankOf(user, text, fit) }))
    .filter(({ rank }) => rank < NONE)
    .sort((a, b) => a.rank - b.rank || compareNames(a.user.name, b.user.name))
    .map(({ user: { id, name, email, avatar } }) => ({ key: String(id), userId: id, name, email, avatar }))
    .filter(({ key }) => !taken.has(key));
  const address = emailSchema.safeParse(query);
  const isNew =
    mayInvite &&
    address.success &&
    !taken.has(address.data) &&
    !users.some(({ email }) => email === address.data);
  const stranger = isNew ? [{ key: address.data, name: address.data, email: address.data, avatar: '' }] : [];
  return [...stranger, ...found].slice(0, MANY);
}

const NONE = 3;

function rankOf({ name, email }: TeamUser, text: string, fit?: FitName): number {
  if (text === '') return 0;
  const own = fitOf(name, text, fit);
  if (own === 0) return 0;
  return own !== null || email.includes(text) ? 1 : NONE;
}
