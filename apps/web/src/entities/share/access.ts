import { atLeast, type Permission, permissions } from '@tandem/shared/access/permissions';
import type { AccessList, AccessPerson, PendingShare } from '@tandem/shared/grant/schema';

/** Pages of the access list, as they are cached. */
export interface AccessPages {
  pages: AccessList[];
  pageParams: unknown[];
}

/** Whether the level does not come from a grant on the target itself. */
function isFromElsewhere({ source }: AccessPerson): boolean {
  return source.kind === 'inherited' || source.kind === 'team';
}

/** Permissions that would give a person nothing, because they have as much from elsewhere. */
export function uselessFor(person: AccessPerson): Permission[] {
  if (!isFromElsewhere(person)) return [];
  return permissions.filter((permission) => permission !== person.own && atLeast(person.level, permission));
}

/** Puts changed people into the pages: in place where they are listed, else at the start. */
export function withPeople(held: AccessPages, people: readonly AccessPerson[]): AccessPages {
  const changed = new Map(people.map((person) => [person.id, person]));
  const pages = held.pages.map((page) => ({
    ...page,
    list: page.list.map((person) => {
      const next = changed.get(person.id) ?? person;
      changed.delete(person.id);
      return next;
    }),
  }));
  const [first, ...rest] = pages;
  return first
    ? { ...held, pages: [{ ...first, list: [...changed.values(), ...first.list] }, ...rest] }
    : held;
}

/** Removes a person from the pages. */
export function withoutPerson(held: AccessPages, userId: number): AccessPages {
  return {
    ...held,
    pages: held.pages.map((page) => ({ ...page, list: page.list.filter(({ id }) => id !== userId) })),
  };
}

/** Changes what the first page says of the thing itself. */
export function withTarget(
  held: AccessPages,
  change: (page: AccessList) => Partial<AccessList>,
): AccessPages {
  const [first, ...rest] = held.pages;
  return first ? { ...held, pages: [{ ...first, ...change(first) }, ...rest] } : held;
}

/** Adds open invitations, each address once. */
export function withPending(held: AccessPages, pending: readonly PendingShare[]): AccessPages {
  return withTarget(held, (page) => ({
    pending: [
      ...page.pending.filter(({ email }) => !pending.some((each) => each.email === email)),
      ...pending,
    ].sort((a, b) => (a.email < b.email ? -1 : 1)),
  }));
}
