import type { Context, UserContext } from './context.ts';

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
}

export function isUserContext(ctx: Context): ctx is UserContext {
  return ctx.actor.kind === 'user';
}
