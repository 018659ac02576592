import { checkedBeforeCommit, type Db } from '@tandem/db';
import { type AccessLevel, levelRank } from '@tandem/shared/access/permissions';
import { type TeamRole, teamRoles } from '@tandem/shared/team/schema';
import type { Context, UserContext } from '../context.ts';
import { AppError, notSignedIn } from '../errors.ts';

/** How a procedure, REST row or socket message is guarded. A test fails any without a declaration. */
export type AccessDeclaration =
  /** For anyone, with the reason. */
  | { kind: 'public'; reason: string }
  /** Any signed-in person; the operation concerns only themselves or filters by access in SQL. */
  | { kind: 'signedIn' }
  /** A named action, checked against loaded facts before the operation runs. */
  | { kind: 'action'; action: string };

/**
 * A named action with the tenant-scoped query that decides it. `check` returns what it loaded, for use by the
 * operation.
 * @throws AppError `notFound` for what the actor cannot see, `forbidden` for what they can see but may not do
 */
export interface AccessRule<Input, Loaded extends object> {
  action: string;
  check(ctx: UserContext, input: Input): Promise<Loaded>;
  /**
   * The check where it does not depend on the input, so that people without the right are not told about the
   * input's form.
   */
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
 * Checks by a rule whether a person may change something, and returns what the rule loaded with a database
 * handle for the change: each of its transactions ends by checking the same rule against committed data.
 * Rights may have ended while it waited for locks or a long upload, and its own changes, such as the actor's
 * membership, must not count.
 * @throws AppError as `check` does, also from a transaction's end, and `conflict` where they still may but
 * their role or level is lower
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

/** Results of rules contain these, and operations use them. */
interface Standing {
  held?: AccessLevel;
  role?: TeamRole;
}

/**
 * Whether a person's role or level in a rule's new result is lower than in the old one. The rule may still
 * admit them, but decisions the operation based on the old role or level may no longer hold.
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
