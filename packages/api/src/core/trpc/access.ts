import { checkedBeforeCommit, type Db } from '@tandem/db';
import { type AccessLevel, levelRank } from '@tandem/shared/access/permissions';
import { type TeamRole, teamRoles } from '@tandem/shared/team/schema';
import type { Context, UserContext } from '../context.ts';
import { AppError, notSignedIn } from '../errors.ts';

/** How a procedure, REST row or socket message is guarded. One without a declaration fails a test. */
export type AccessDeclaration =
  /** Anyone, for the reason given. */
  | { kind: 'public'; reason: string }
  /** Any signed-in person; the operation concerns only themselves or filters by access in SQL. */
  | { kind: 'signedIn' }
  /** A named action, checked against loaded facts before the operation runs. */
  | { kind: 'action'; action: string };

/**
 * A named action and the one tenant-scoped query that decides it. `check` answers what it loaded, for the
 * operation to use.
 * @throws AppError `notFound` for what the actor may not see, `forbidden` for what they see but may not do
 */
export interface AccessRule<Input, Loaded extends object> {
  action: string;
  check(ctx: UserContext, input: Input): Promise<Loaded>;
  /** Where it does not depend on the input: the same, so that who may not do it is not told how it is done. */
  checkAnyInput?(ctx: UserContext): Promise<Loaded>;
}

export function isUserContext(ctx: Context): ctx is UserContext {
  return ctx.actor.kind === 'user';
}

/** The context as that of a signed-in person. @throws AppError `notSignedIn`, or how their session ended */
export function asUser(ctx: Context): UserContext {
  if (!isUserContext(ctx)) throw notSignedIn(ctx.actor);
  return ctx;
}

/**
 * Judges by a rule whether a person may do what changes something, and answers what the rule loaded with the database to
 * do it by: each of its transactions ends by the same rule, read from what has been committed by then. Rights may have
 * ended while it waited for locks or for a long upload, and what it changed itself, such as the actor's own membership,
 * must not count.
 * @throws AppError as `check` does; from a transaction's end too, and `conflict` where they still may but have become less
 */
export async function admit<Input, Loaded extends object>(
  ctx: UserContext,
  rule: AccessRule<Input, Loaded>,
  input: Input,
): Promise<Loaded & { db: Db }> {
  const loaded = await rule.check(ctx, input);
  const { committed } = ctx.platform.database;
  const db = checkedBeforeCommit(ctx.db, async () => {
    const now = await rule.check({ ...ctx, db: committed }, input);
    if (isLowered(loaded, now)) throw new AppError('conflict');
  });
  return { ...loaded, db };
}

/** What a rule loads carries these, and operations decide by them. */
interface Standing {
  held?: AccessLevel;
  role?: TeamRole;
}

/**
 * Whether a person has less in what a rule loaded now than in what it loaded before: the rule may still admit them,
 * but what the operation decided by the role or level that it was given may not hold any more.
 */
export function isLowered(before: object, now: object): boolean {
  const after = new Map<string, unknown>(Object.entries(now));
  return Object.entries(before).some(([name, value]) => {
    const then = standingIn(value);
    const since = standingIn(after.get(name));
    const level = then.held !== undefined && levelRank[since.held ?? 'none'] < levelRank[then.held];
    // Roles are ordered from the highest.
    const role =
      then.role !== undefined &&
      (since.role === undefined || teamRoles.indexOf(since.role) > teamRoles.indexOf(then.role));
    return level || role;
  });
}

function standingIn(value: unknown): Standing {
  return typeof value === 'object' && value !== null ? value : {};
}
