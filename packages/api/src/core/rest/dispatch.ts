import { type AnyRouter, callTRPCProcedure } from '@trpc/server';
import type * as z from 'zod';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { inTurn } from '../limits/calls-in-turn.ts';
import { admitCall } from '../limits/limit-calls.ts';
import { asUser } from '../trpc/access.ts';
import { mergeInput, type RestInput } from './input.ts';
import type { HttpExchange, ProcedureRow, RawRow, RestRow } from './row.ts';

/** The success envelope. */
export interface Envelope {
  code: 0;
  msg: '';
  data: unknown;
}

export function envelope(data: unknown): Envelope {
  return { code: 0, msg: '', data: data ?? null };
}

/** A procedure as the walking test and the REST mechanism see it. */
export interface ProcedureDefinition {
  type: 'query' | 'mutation' | 'subscription';
  inputs: z.ZodType[];
  meta?: { access?: unknown };
}

/** A procedure by its dotted name. */
export function procedureOf(router: AnyRouter, name: string): ProcedureDefinition | undefined {
  return (router._def.procedures as Record<string, { _def: ProcedureDefinition }>)[name]?._def;
}

/**
 * Answers one REST request by its row.
 * @returns plain data, or a `Redirect` from a raw row
 * @throws AppError, or the operation's error
 */
export async function dispatch(
  router: AnyRouter,
  row: RestRow,
  ctx: Context,
  input: RestInput,
  http: HttpExchange,
  signal: AbortSignal,
): Promise<unknown> {
  return row.kind === 'raw' ? runRaw(row, ctx, input, http) : callProcedure(router, row, ctx, input, signal);
}

async function runRaw(row: RawRow, ctx: Context, input: RestInput, http: HttpExchange) {
  admitCall(ctx);
  if (row.access.kind !== 'public') asUser(ctx);
  const parsed = row.input.safeParse(mergeInput(input, { schema: row.input }) ?? {});
  if (!parsed.success) throw new AppError('invalidInput', {}, parsed.error);
  const handle = () => row.handle(ctx, parsed.data, http);
  // Writing takes turns where documents are worked on, and a file takes as long to come as its sender likes.
  return row.verb === 'GET' ? inTurn(ctx, handle, { signal: http.signal }) : handle();
}

async function callProcedure(
  router: AnyRouter,
  row: ProcedureRow,
  ctx: Context,
  input: RestInput,
  signal: AbortSignal,
) {
  const procedure = procedureOf(router, row.calls);
  if (!procedure)
    throw new Error(`REST row ${row.verb} ${row.path} calls an unknown procedure: ${row.calls}`);
  const rawInput = mergeInput(input, {
    schema: procedure.inputs[0],
    ...(row.rename && { rename: row.rename }),
    ...(row.ignore && { ignore: row.ignore }),
  });
  const data = await callTRPCProcedure({
    router,
    path: row.calls,
    getRawInput: async () => rawInput,
    ctx,
    type: procedure.type,
    signal,
    batchIndex: 0,
  });
  return row.output ? row.output(data, ctx) : data;
}
