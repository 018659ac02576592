import { initTRPC } from '@trpc/server';
import * as z from 'zod';
import type { Context } from '../context.ts';
import { AppError, toAppError } from '../errors.ts';
import { describeError } from '../language.ts';
import { inTurn } from '../limits/calls-in-turn.ts';
import { admitCall } from '../limits/limit-calls.ts';
import { type AccessDeclaration, type AccessRule, admit, asUser } from './access.ts';
import { transformer } from './transformer.ts';

interface Meta {
  access: AccessDeclaration;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer,
    isDev: false,
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
    errorFormatter({ shape, error, ctx }) {
      const described = describeError(toAppError(error), ctx?.language ?? 'en');
      return {
        ...shape,
        message: described.msg,
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          path: shape.data.path,
          errorCode: described.code,
          key: described.key,
          params: described.params,
        },
      };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Converts an operation's error to a coded error, and logs unexpected ones. */
const coded = t.middleware(async ({ ctx, path, type, signal, next }) => {
  // Calls that change something pass the checks of an HTTP request each time.
  if (ctx.carrier === 'socket' && type !== 'subscription')
    throw new AppError('methodNotAllowed', { method: 'WebSocket' });
  if (ctx.carrier !== 'internal') admitCall(ctx);
  const result = await (type === 'subscription'
    ? next()
    : inTurn(ctx, next, {
        // A mutation completes, whether or not anybody waits for the answer.
        signal: type === 'query' ? signal : undefined,
        answerOf: (outcome) => (outcome.ok ? outcome.data : null),
      }));
  if (result.ok) return result;
  const error = toAppError(result.error);
  if (error.key === 'internal') ctx.log.error({ err: error.cause, procedure: path }, 'procedure failed');
  else if (error.key === 'unavailable' || error.key === 'storageFull')
    ctx.log.warn({ err: error.cause, procedure: path }, 'a procedure could not be served');
  return { ...result, error };
});

const signedIn = t.middleware(async ({ ctx, next }) => {
  await ctx.renew?.();
  return next({ ctx: { actor: asUser(ctx).actor } });
});

/** Starts every procedure: each form declares who may call it, and a test fails any without a declaration. */
export const procedure = {
  /** For anyone. `reason` justifies that. */
  public: (reason: string) => t.procedure.meta({ access: { kind: 'public', reason } }).use(coded),

  /** For any signed-in person: the operation concerns themselves, or its SQL filters by access. */
  signedIn: () =>
    t.procedure
      .meta({ access: { kind: 'signedIn' } })
      .use(coded)
      .use(signedIn),

  /** For anyone the rule admits; `ctx` has what the rule loaded. */
  guarded: <Schema extends z.ZodType, Loaded extends object>(
    input: Schema,
    rule: AccessRule<z.output<Schema>, Loaded>,
  ) =>
    t.procedure
      .meta({ access: { kind: 'action', action: rule.action } })
      .use(coded)
      .use(signedIn)
      .use(async ({ ctx, next }) => {
        const result = await next();
        if (!result.ok && result.error.code === 'BAD_REQUEST' && result.error.cause instanceof z.ZodError)
          await rule.checkAnyInput?.(ctx);
        return result;
      })
      .input(input)
      .use(async ({ ctx, input: parsed, type, next }) => {
        const input = parsed as z.output<Schema>;
        if (type !== 'mutation') return next({ ctx: await rule.check(ctx, input) });
        return next({ ctx: await admit(ctx, rule, input) });
      }),
};
