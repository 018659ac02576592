import { initTRPC, type TRPCProcedureType as ProcedureType, type TRPCError } from '@trpc/server';
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

type Call = { ctx: Context; path: string; type: ProcedureType; signal: AbortSignal | undefined };
type Outcome = { ok: true; data: unknown } | { ok: false; error: TRPCError };

/**
 * Runs a call when its person's turn comes, converts its error to a coded one, and logs unexpected ones. Each middleware
 * of tRPC copies the whole call several times, so there are few of them, and each does several things.
 */
async function entered<Result extends Outcome>(
  { ctx, path, type, signal }: Call,
  work: () => Promise<Result>,
): Promise<Result> {
  // Calls that change something pass the checks of an HTTP request each time.
  if (ctx.carrier === 'socket' && type !== 'subscription')
    throw new AppError('methodNotAllowed', { method: 'WebSocket' });
  if (ctx.carrier !== 'internal') admitCall(ctx);
  const coded = async () => {
    const result = await work().catch((cause: unknown) => {
      throw codedError(ctx, path, cause);
    });
    return result.ok ? result : { ...result, error: codedError(ctx, path, result.error) };
  };
  if (type === 'subscription') return coded();
  return inTurn(ctx, coded, {
    // A mutation completes, whether or not anybody waits for the answer.
    signal: type === 'query' ? signal : undefined,
    answerOf: (outcome) => (outcome.ok ? outcome.data : null),
  });
}

function codedError(ctx: Context, path: string, cause: unknown): AppError {
  const error = toAppError(cause);
  if (error.key === 'internal') ctx.log.error({ err: error.cause, procedure: path }, 'procedure failed');
  else if (error.key === 'unavailable' || error.key === 'storageFull')
    ctx.log.warn({ err: error.cause, procedure: path }, 'a procedure could not be served');
  return error;
}

const byAnyone = t.middleware((call) => entered(call, () => call.next()));

const bySignedIn = t.middleware((call) =>
  entered(call, async () => {
    await call.ctx.renew?.();
    return call.next({ ctx: { actor: asUser(call.ctx).actor } });
  }),
);

/** As `bySignedIn`. Whoever has no right anyway is not told what is wrong with an input. */
const byAdmitted = (rule: AccessRule<never, object>) =>
  t.middleware((call) =>
    entered(call, async () => {
      await call.ctx.renew?.();
      const ctx = asUser(call.ctx);
      const result = await call.next({ ctx: { actor: ctx.actor } });
      if (!result.ok && result.error.code === 'BAD_REQUEST' && result.error.cause instanceof z.ZodError)
        await rule.checkAnyInput?.(ctx);
      return result;
    }),
  );

/** Starts every procedure: each form declares who may call it, and a test fails any without a declaration. */
export const procedure = {
  /** For anyone. `reason` justifies that. */
  public: (reason: string) => t.procedure.meta({ access: { kind: 'public', reason } }).use(byAnyone),

  /** For any signed-in person: the operation concerns themselves, or its SQL filters by access. */
  signedIn: () => t.procedure.meta({ access: { kind: 'signedIn' } }).use(bySignedIn),

  /** For anyone the rule admits; `ctx` has what the rule loaded. */
  guarded: <Schema extends z.ZodType, Loaded extends object>(
    input: Schema,
    rule: AccessRule<z.output<Schema>, Loaded>,
  ) =>
    t.procedure
      .meta({ access: { kind: 'action', action: rule.action } })
      .use(byAdmitted(rule))
      .input(input)
      .use(async ({ ctx, input: parsed, type, next }) => {
        const input = parsed as z.output<Schema>;
        if (type !== 'mutation') return next({ ctx: await rule.check(ctx, input) });
        return next({ ctx: await admit(ctx, rule, input) });
      }),
};
