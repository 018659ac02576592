import type { TeamUser } from '@tandem/shared/team/schema';
import { emailSchema } from '@tandem/shared/user/schema';

/** Somebody to share with: of the team, or an address that is nobody's there. */
export interface Picked {
  key: string;
  name: string;
  email: string;
  avatar: string;
  /** Absent for an address that will be invited. */
  userId?: number;
}

/** Names offered at once. */
const MANY = 30;

interface Choice {
  users: readonly TeamUser[];
  query: string;
  picked: readonly Picked[];
  mayInvite: boolean;
}

/**
 * Whom what was typed may mean: people whose name or address holds it, those first whose name begins with it; and,
 * when it is a whole address that nobody has, that address.
 */
export function candidatesFor({ users, query, picked, mayInvite }: Choice): Picked[] {
  const text = query.trim().toLocaleLowerCase();
  const taken = new Set(picked.map(({ key }) => key));
  const found = users
    .filter(({ name, email }) => name.toLocaleLowerCase().includes(text) || email.includes(text))
    .sort((a, b) => Number(begins(b, text)) - Number(begins(a, text)))
    .map(({ id, name, email, avatar }) => ({ key: String(id), userId: id, name, email, avatar }))
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

function begins({ name }: TeamUser, text: string): boolean {
  return name.toLocaleLowerCase().startsWith(text);
}
