import { makeWorkspace } from '@tandem/db/testing/factories/index';
import superjson from 'superjson';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useServer } from '../harness/server.ts';

const server = useServer();
let ann: Api;
beforeAll(async () => {
  const { owner } = await makeWorkspace(server.db);
  ann = await server.as(owner.id);
});

const nobody = crypto.randomUUID();
const asked = (input: unknown) =>
  `?${new URLSearchParams({ input: JSON.stringify(superjson.serialize(input)) })}`;

describe('one query by GET is answered as the adapter of tRPC does', () => {
  it.each([
    ['with a result', () => ann, `team.get`],
    ['with dates in the result', () => ann, `session.list`],
    ['to a stranger', () => server.stranger, `team.get`],
    ['about what is not there', () => ann, `channel.get${asked({ channelId: nobody })}`],
    ['with an input that is refused', () => ann, `channel.get${asked({ channelId: 7 })}`],
    ['without the input that it needs', () => ann, 'channel.get'],
    ['with an empty input', () => ann, 'channel.get?input='],
    ['with an input that is no JSON', () => ann, 'channel.get?input=%7B'],
    ['with an input that is no superjson', () => ann, 'channel.get?input=%7B%22channelId%22%3A1%7D'],
    ['with two inputs', () => ann, 'channel.get?input=%7B%7D&input=%7B%7D'],
    ['by the name of a mutation', () => ann, 'channel.create'],
    ['by a name that nothing has', () => ann, 'channel.nothing'],
    ['by the name of a prototype’s property', () => ann, '__proto__.toString'],
  ] as const)('%s', async (_case, who, call) => {
    const ours = await who().get(`/api/${call}`);
    // The adapter takes what names its media type.
    const theirs = await who().call('GET', `/api/${call}`, {
      headers: { 'content-type': 'application/json' },
    });
    const told = ({ status, text, headers }: typeof ours) => ({
      status,
      body: text.replaceAll(/"lastSeenAt":"[^"]*"/g, ''),
      type: headers.get('content-type')?.split(';')[0],
      vary: headers.get('vary'),
      caching: headers.get('cache-control'),
    });
    expect(told(ours)).toEqual(told(theirs));
  });

  it('also where the team that it names is not theirs', async () => {
    const headers = { 'x-tandem-team': nobody };
    const ours = await ann.call('GET', '/api/team.get', { headers });
    const theirs = await ann.call('GET', '/api/team.get', {
      headers: { ...headers, 'content-type': 'application/json' },
    });
    expect([ours.status, ours.text]).toEqual([theirs.status, theirs.text]);
    expect(ours.status).toBe(404);
  });
});
