import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { warnOfUnknownProxy } from './unknown-proxy.ts';

async function linesFor(trustProxy: number | false, headers: Record<string, string>[]): Promise<string[]> {
  const lines: string[] = [];
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  });
  warnOfUnknownProxy(app, trustProxy);
  app.get('/', async () => 'ok');
  for (const each of headers) await app.inject({ url: '/', headers: each });
  await app.close();
  return lines;
}

it('is reported once', async () => {
  const lines = await linesFor(false, [
    {},
    { 'x-real-ip': '203.0.113.7' },
    { 'x-forwarded-for': '203.0.113.7' },
  ]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUST_PROXY');
});

it('is not reported when proxies are declared or there is none', async () => {
  expect(await linesFor(1, [{ 'x-forwarded-for': '203.0.113.7' }])).toEqual([]);
  expect(await linesFor(false, [{}])).toEqual([]);
});
