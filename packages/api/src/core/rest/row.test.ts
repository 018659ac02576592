import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { AccessRule } from '../trpc/access.ts';
import { type HttpExchange, rawRow } from './row.ts';

const http = {} as HttpExchange;
const signedIn = { actor: { kind: 'user', userId: 1 } } as unknown as Context;
const anonymous = { actor: { kind: 'anonymous' } } as unknown as Context;

function guarded(check: AccessRule<{ id: string }, { thing: string }>['check']) {
  const handle = vi.fn(async (ctx: { thing: string }, { id }: { id: string }) => `${ctx.thing} ${id}`);
  const row = rawRow.guarded(
    { action: 'thing.view', check },
    { verb: 'GET', path: '/api/thing/{id}', summary: '', input: z.strictObject({ id: z.string() }), handle },
  );
  return { row, handle };
}

describe('a row with a rule', () => {
  it('declares the action of its rule', () => {
    expect(guarded(async () => ({ thing: 'it' })).row.access).toEqual({
      kind: 'action',
      action: 'thing.view',
    });
  });

  it('passes its handler what the rule loaded', async () => {
    const { row } = guarded(async (_ctx, { id }) => ({ thing: `loaded for ${id}:` }));
    expect(await row.handle(signedIn, { id: 'a' }, http)).toBe('loaded for a: a');
  });

  it('does not call its handler when the rule refuses', async () => {
    const { row, handle } = guarded(async () => {
      throw new AppError('notFound');
    });
    await expect(row.handle(signedIn, { id: 'a' }, http)).rejects.toMatchObject({ key: 'notFound' });
    expect(handle).not.toHaveBeenCalled();
  });

  it('calls neither rule nor handler for a caller who is not signed in', async () => {
    const check = vi.fn(async () => ({ thing: 'it' }));
    const { row, handle } = guarded(check);
    await expect(row.handle(anonymous, { id: 'a' }, http)).rejects.toBeInstanceOf(AppError);
    expect(check).not.toHaveBeenCalled();
    expect(handle).not.toHaveBeenCalled();
  });
});

it('a row for signed-in people refuses everyone else', async () => {
  const handle = vi.fn(async () => 'done');
  const row = rawRow.signedIn({
    verb: 'POST',
    path: '/api/x',
    summary: '',
    input: z.strictObject({}),
    handle,
  });
  await expect(row.handle(anonymous, {}, http)).rejects.toBeInstanceOf(AppError);
  expect(handle).not.toHaveBeenCalled();
  expect(await row.handle(signedIn, {}, http)).toBe('done');
});
