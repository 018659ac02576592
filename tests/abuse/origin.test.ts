import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '../running/sample-data.ts';
import { as, closeDatabase, placeOf, sharedServer, stranger } from '../running/shared-server.ts';

afterAll(closeDatabase);

let place: Place;
beforeAll(async () => {
  place = await placeOf('owner');
});
const cookie = `tandem_session=${sharedServer.sample.people.owner.token}`;
const json = 'application/json';
const foreign = [
  'https://evil.test',
  'null',
  `${sharedServer.url}.evil.test`,
  'http://127.0.0.1',
  'https://127.0.0.1:1',
  sharedServer.url.replace('http:', 'https:'),
];

describe('a page of another origin', () => {
  it.each(foreign)('%s can’t write with the reader’s cookie, over REST or tRPC', async (origin) => {
    const headers = { cookie, origin, 'content-type': json };
    const rest = await stranger.call('POST', `/api/channel/${place.channelId}/message`, {
      raw: '{"text":"Hello"}',
      headers,
    });
    const raw = JSON.stringify({ json: { channelId: place.channelId, text: 'Hello' } });
    const typed = await stranger.call('POST', '/api/message.send', { raw, headers });
    const batched = await stranger.call('POST', '/api/message.send?batch=1', {
      raw: `{"0":${raw}}`,
      headers,
    });
    const spelled = await stranger.call('POST', `/%61pi/channel/${place.channelId}/message`, {
      raw: '{"text":"Hello"}',
      headers,
    });
    for (const answer of [rest, typed, batched, spelled]) expect(answer.status, answer.text).toBe(403);
    expect((await as('owner').get(`/api/channel/${place.channelId}/history`)).text).not.toContain('Hello');
  });

  it('gets no header that lets it read an answer', async () => {
    for (const path of ['/api/user/profile', '/api/user.profile', '/api/openapi.json'])
      for (const verb of ['GET', 'OPTIONS']) {
        const headers = { cookie, origin: 'https://evil.test', 'access-control-request-method': 'POST' };
        const answer = await stranger.call(verb, path, { headers });
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
  });

  it('can sign in the hosted account, but without cookies', async () => {
    const headers = { origin: 'https://elsewhere.test', 'content-type': json };
    const raw = '{"email":"owner@example.test","code":"000000"}';
    const answer = await stranger.call('POST', '/api/user/login', { raw, headers });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('can’t send a simple form', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { cookie, origin: 'https://evil.test', 'content-type': type };
      const answer = await stranger.call('POST', '/api/app', { raw: '{"name":"x","type":"chat"}', headers });
      expect([403, 415]).toContain(answer.status);
    }
  });
});

it('a write by cookie without an origin is refused', async () => {
  const headers = { cookie, 'content-type': json };
  const answer = await stranger.call('POST', '/api/app', { raw: '{"name":"x","type":"chat"}', headers });
  expect(answer.status).toBe(403);
});

it('a mutation by GET is 405', async () => {
  const input = JSON.stringify({ json: { channelId: place.channelId, text: 'By GET' } });
  const answer = await stranger.call('GET', `/api/message.send?${new URLSearchParams({ input })}`, {
    headers: { cookie },
  });
  expect(answer.status).toBe(405);
  expect((await as('owner').get(`/api/channel/${place.channelId}/history`)).text).not.toContain('By GET');
});

it('pages may not be framed, sniffed, or run foreign scripts', async () => {
  for (const path of ['/', '/login', '/api/nothing', '/static/locales/en/error.json']) {
    const { headers } = await stranger.call('GET', path, { headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).toContain("default-src 'self'");
    expect(policy.match(/script-src ([^;]*)/)?.[1], path).toMatch(/^'self'( 'sha256-[\w+/=]+')*$/);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    // The name of a host in a link could carry words out before anybody clicks.
    expect(headers.get('x-dns-prefetch-control'), path).toBe('off');
    expect(headers.get('x-powered-by'), path).toBeNull();
  }
});
