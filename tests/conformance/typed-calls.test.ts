import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anonymous } from '@tandem/api/core/actor';
import type { Context } from '@tandem/api/core/context';
import { procedure, router } from '@tandem/api/core/trpc/trpc';
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { as, sharedServer, stranger } from '../running/shared-server.ts';

const anyone = 'only this test can call it';
const gates = new Map<string, PromiseWithResolvers<void>>();
/** Procedures of our own kind, to see what no real one carries. */
const testRouter = router({
  test: router({
    echo: procedure
      .public(anyone)
      .input(z.object({ date: z.date(), set: z.set(z.number()), map: z.map(z.string(), z.date()) }))
      .query(({ input }) => input),
    wait: procedure
      .public(anyone)
      .input(z.string())
      .query(async ({ input }) => {
        await gates.get(input)?.promise;
        return input;
      }),
  }),
});

describe('C18: procedures of any kind', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer((req, res) => {
      const path = new URL(req.url ?? '/', 'http://test').pathname.slice(1);
      const createContext = async () =>
        ({ carrier: 'internal', language: 'en', actor: anonymous }) as Context;
      void nodeHTTPRequestHandler({ router: testRouter, req, res, path, createContext });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const client = () =>
    createTRPCClient<typeof testRouter>({ links: [httpBatchStreamLink({ url, transformer: superjson })] });

  it('C18: carry Date, Set and Map unharmed', async () => {
    const input = { date: new Date(), set: new Set([1, 2]), map: new Map([['a', new Date(0)]]) };
    expect(await client().test.echo.query(input)).toEqual(input);
  });

  it('C18: of a batch are answered as they become ready', async () => {
    gates.set('slow', Promise.withResolvers());
    const { test } = client();
    const order: string[] = [];
    const slow = test.wait.query('slow').then((name) => order.push(name));
    await test.wait.query('fast').then((name) => order.push(name));
    expect(order).toEqual(['fast']);
    gates.get('slow')?.resolve();
    await slow;
    expect(order).toEqual(['fast', 'slow']);
  });
});

it('C18: typed calls live at /api, batched, queries by GET', async () => {
  const path = '/api/user.profile,system.setting?batch=1&input=%7B%7D';
  const answer = await as('owner').get(path);
  expect(answer.status).toBe(200);
  const [profile, setting] = answer.body as { result: { data: { json: object } } }[];
  expect(profile?.result.data.json).toMatchObject({ name: 'The owner' });
  expect(setting?.result.data.json).toHaveProperty('webDomain');
});

it('C18: a stock client reads dates as dates', async () => {
  const { list } = await as('owner').trpc.message.list.query({
    channelId: sharedServer.sample.shared.channelId,
  });
  expect(list[0]?.createdAt).toBeInstanceOf(Date);
});

it('C18: mutations are POST: by GET they are 405, queries by POST too', async () => {
  expect((await as('owner').get('/api/user.update?input=%7B%22json%22%3A%7B%7D%7D')).status).toBe(405);
  const headers = { 'content-type': 'application/json' };
  expect((await stranger.call('POST', '/api/system.setting', { raw: '{}', headers })).status).toBe(405);
});
