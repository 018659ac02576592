import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OwnServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';
import { KEY, startAdministered } from './administering.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: OwnServer;
let team: Team;
let answer: Answer;
let asked = 0;
const service = createServer((request, response) => {
  asked += 1;
  response.on('error', () => {});
  answer(request, response);
});
beforeAll(async () => {
  ({ server } = await startAdministered());
  team = await openTeam(server);
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  await server.close();
});

const json = (body: unknown): Answer => {
  const text = JSON.stringify(body);
  return (_request, response) => response.setHeader('content-type', 'application/json').end(text);
};

/** The result of reading the model list of a provider with this response. */
async function read(to: Answer) {
  answer = to;
  asked = 0;
  const { trpc } = team.api;
  const apiHost = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`;
  const { id: providerId } = await trpc.provider.create.mutate({
    kind: 'openai-compatible',
    name: 'Hostile',
    apiHost,
    apiKey: KEY,
  });
  const outcome = await trpc.provider.refresh.mutate({ providerId });
  const models = await trpc.model.all.query({ providerId });
  await trpc.provider.remove.mutate({ providerId });
  return { outcome, models };
}

it('a list of 100,000 models is cut', async () => {
  const data = Array.from({ length: 100_000 }, (_, index) => ({ id: `model-${index}` }));
  const { outcome, models } = await read(json({ data }));
  expect(outcome).toMatchObject({ problem: null, total: 1_000 });
  expect(models).toHaveLength(1_000);
});

it('a list of 50 MB is refused before it is buffered', async () => {
  const chunk = `{"id":"${'m'.repeat(190)}"},`.repeat(5_000);
  let written = 0;
  const { outcome, models } = await read((_request, response) => {
    response.setHeader('content-type', 'application/json').write('{"data":[');
    const more = () => {
      while (!response.destroyed && written < 50 * 1024 * 1024) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
      if (!response.destroyed) response.end('{"id":"last"}]}');
    };
    more();
  });
  expect(outcome).toEqual({ problem: { key: 'provider.tooLarge' } });
  expect(models).toEqual([]);
  expect(written).toBeLessThan(30 * 1024 * 1024);
});

it('invisible or executable names are left out or treated as text', async () => {
  const html = '<img src=x onerror=alert(1)>';
  const { models } = await read(
    json({
      data: [
        { id: 'a\u0000b' },
        { id: 'line\nbreak' },
        { id: 'turn\u202eed' },
        { id: '\ud800' },
        { id: '' },
        { id: ' ' },
        { id: 'x'.repeat(300) },
        { id: html, name: `${html}\u0000\u202e\n${'n'.repeat(5_000)}` },
        { id: '__proto__', name: '\u200b' },
        { id: 'constructor', context_length: 1e300 },
        { id: 'priced', pricing: { prompt: '1e999', completion: '-1' } },
        { id: 'same' },
        { id: 'same', name: 'Twice' },
      ],
    }),
  );
  expect(models.map(({ modelId }) => modelId).sort()).toEqual(
    [html, '__proto__', 'constructor', 'priced', 'same'].sort(),
  );
  for (const { name, contextWindow, inputPrice } of models) {
    expect(name).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}]{1,80}$/u);
    expect(contextWindow).toBeLessThanOrEqual(10_000_000);
    expect(inputPrice).toBeNull();
  }
});

it('a redirect to another host, private or not, is not followed, and the key stays', async () => {
  for (const location of [
    'http://169.254.169.254/v1/models',
    'http://127.0.0.1:1/v1',
    'https://example.test/',
  ])
    for (const status of [301, 302, 307, 308]) {
      const { outcome } = await read((_request, response) => response.writeHead(status, { location }).end());
      expect([location, status, outcome.problem?.key]).toEqual([location, status, 'provider.redirected']);
    }
});

it('a redirect loop ends', async () => {
  const { outcome } = await read((request, response) =>
    response.writeHead(307, { location: request.url ?? '/' }).end(),
  );
  expect(outcome.problem?.key).toBe('provider.redirected');
  expect(asked).toBeLessThan(10);
});

it.each([
  ['a page', '<!doctype html><h1>Hello</h1>', 'text/html'],
  ['nothing', '', 'application/json'],
  ['null', 'null', 'application/json'],
  ['half of it', '{"data":[{"id":"a"}', 'application/json'],
  ['depth', `${'['.repeat(100_000)}`, 'application/json'],
  ['other things', '{"data":{"id":1}}', 'application/json'],
])('%s instead of a list is reported, and changes nothing', async (_what, body, type) => {
  const { outcome, models } = await read((_request, response) =>
    response.setHeader('content-type', type).end(body),
  );
  expect(outcome.problem?.key).toMatch(/^provider\.(badAnswer|notJson|emptyAnswer)$/);
  expect(models).toEqual([]);
});

it('an error that quotes the key is shown without it', async () => {
  const message = `Bad key ${KEY}, Bearer ${KEY} \u0007<script>`;
  const { outcome } = await read((_request, response) =>
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message } })),
  );
  expect(outcome.problem).toMatchObject({ key: 'provider.unauthorised' });
  expect(JSON.stringify(outcome)).not.toContain(KEY);
  expect(outcome.problem?.detail).not.toContain('\u0007');
});
