import { appRouter } from '@tandem/api';
import type { Context } from '@tandem/api/core/context';
import { procedureOf } from '@tandem/api/core/rest/dispatch';
import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  transformTRPCResponse,
} from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const config = appRouter._def._config;

/** One query by its name, with its input as its schema will see it. */
export interface SingleQuery {
  name: string;
  input: unknown;
}

/**
 * Returns the query that a request makes when it makes a single one in the form that clients give it. Null for everything else,
 * which is the adapter's: mutations, streams, batches, other media types, and input that can't be read.
 */
export function singleQueryOf(name: string, { method, headers, query }: FastifyRequest): SingleQuery | null {
  if (method !== 'GET' || headers['content-type'] !== undefined) return null;
  if (headers['trpc-accept'] !== undefined || headers.accept?.includes('jsonl')) return null;
  if (procedureOf(appRouter, name)?.type !== 'query') return null;
  const { input, ...others } = query as Record<string, unknown>;
  if (Object.keys(others).length > 0) return null;
  if (input === undefined) return { name, input };
  if (typeof input !== 'string') return null;
  try {
    return { name, input: config.transformer.input.deserialize(JSON.parse(input)) };
  } catch {
    return null;
  }
}

/**
 * Answers a single query as tRPC's adapter does, but without the web's requests, responses and streams, which take it longer than
 * the query takes the rest of the process.
 * @param contextOf throws why the request is refused
 */
export async function answerQuery(
  { name, input }: SingleQuery,
  contextOf: () => Context,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort();
  });
  reply.header('vary', 'trpc-accept, accept').header('content-type', 'application/json');
  let ctx: Context | undefined;
  try {
    ctx = contextOf();
    const data = await callTRPCProcedure({
      router: appRouter,
      path: name,
      getRawInput: async () => input,
      ctx,
      type: 'query',
      signal: left.signal,
      batchIndex: 0,
    });
    return reply.send(JSON.stringify(transformTRPCResponse(config, { result: { data } })));
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    const shape = getTRPCErrorShape({ config, ctx, error, input, path: name, type: 'query' });
    reply.code(getHTTPStatusCodeFromError(error));
    return reply.send(JSON.stringify(transformTRPCResponse(config, { error: shape })));
  }
}
