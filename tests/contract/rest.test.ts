import { verbs } from '@tandem/api/core/rest/row';
import { makeProvider } from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '../running/sample-data.ts';
import { as, closeDatabase, database, placeOf, sharedServer, stranger } from '../running/shared-server.ts';
import { expectRefusal, expectSuccess } from './expect.ts';
import { isPlaceId, requestFor, sampleOf } from './samples.ts';
import { named, needsPerson, type RowWay, rows } from './surface.ts';

let place: Place;
let providerId: string;
beforeAll(async () => {
  place = await placeOf('owner');
  ({ id: providerId } = await makeProvider(database(), { teamId: place.teamId, enabled: false }));
});
afterAll(closeDatabase);

/** Rows that take a file instead of JSON; tests/integration/file tests invalid files. */
const takesFile = (way: RowWay) => way.row.kind === 'raw' && way.row.takesFile === true;
/** Rows that answer bytes in place of the envelope. */
const downloads = (way: RowWay) =>
  /^\/api\/files\/\{id\}\/|\/export$|\/files\/(download|zip)$/.test(way.row.path);
/** Whatever body comes along is data, which these pass on as it came. */
const takesAny = (way: RowWay) => way.row.kind === 'raw' && way.row.takesAny === true;
const withBody = rows.filter(
  (way) => ['POST', 'PUT', 'PATCH'].includes(way.row.verb) && !takesFile(way) && !takesAny(way),
);
/** Rows that go elsewhere by a redirect. */
const redirects = (way: RowWay) => way.row.path.startsWith('/api/oauth/{id}/');

describe('a row for signed-in people refuses strangers', () => {
  it.each(named(rows.filter(needsPerson)))('%s', async (_name, way) => {
    const { path, body } = requestFor(way, sampleOf(way.schema, place));
    expectRefusal(await stranger.call(way.row.verb, path, { body }), [401]);
  });
});

describe('a row’s result is wrapped in the envelope', () => {
  const reads = rows.filter(
    (way) => way.row.verb === 'GET' && !redirects(way) && !downloads(way) && !/logout/.test(way.row.path),
  );
  it.each(named(reads))('%s', async (_name, way) => {
    const sample = sampleOf(way.schema, place);
    if ('providerId' in sample) sample.providerId = providerId;
    if ('id' in sample && way.row.path.startsWith('/api/app/{id}/')) sample.id = place.appId;
    expectSuccess(await as('owner').get(requestFor(way, sample).path));
  });
});

describe('other verbs are answered 405 with the allowed ones', () => {
  const paths = [...new Set(rows.map((way) => way.row.path))];
  it.each(paths)('%s', async (path) => {
    const served = rows.filter((way) => way.row.path === path).map((way) => way.row.verb);
    const url = path.replaceAll(/\{\w+\}/g, place.channelId);
    for (const verb of verbs.filter((each) => !served.includes(each))) {
      const answer = await as('owner').call(verb, url);
      expectRefusal(answer, [405]);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...served].sort());
    }
  });
});

describe('a body that is not JSON is refused 415', () => {
  it.each(named(withBody))('%s', async (_name, way) => {
    const { path, body } = requestFor(way, sampleOf(way.schema, place));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const headers = { 'content-type': type };
      expectRefusal(
        await as('owner').call(way.row.verb, path, { raw: JSON.stringify(body), headers }),
        [415],
      );
    }
    const form = new FormData();
    form.set('file', new Blob(['{}']), 'file.json');
    expectRefusal(await as('owner').call(way.row.verb, path, { raw: form }), [415]);
  });
});

describe('a body that is not a form is refused 415 by an upload', () => {
  it.each(named(rows.filter(takesFile)))('%s', async (_name, way) => {
    const { path } = requestFor(way, {
      id: place.appId,
      ...(way.row.path.startsWith('/api/channelAgent/') && sampleOf(way.schema, place)),
    });
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      expectRefusal(
        await as('owner').call(way.row.verb, path, {
          raw: '{"file":{"path":"/etc/passwd"}}',
          headers: { 'content-type': type },
        }),
        [415],
      );
  });
});

describe('a broken, ill-shaped or oversized body is refused', () => {
  const headers = { 'content-type': 'application/json' };
  it.each(named(withBody))('%s', async (_name, way) => {
    const { path } = requestFor(way, sampleOf(way.schema, place));
    const send = (raw: string) => as('owner').call(way.row.verb, path, { raw, headers });
    for (const raw of ['{', '{"a":}', 'null x', '\0', '{"a":1}{"b":2}', '{"__proto__":'])
      expectRefusal(await send(raw), [400]);
    for (const raw of ['[]', '"text"', '12', 'true', '[{"id":1}]']) expectRefusal(await send(raw), [400]);
    expectRefusal(await send(`{"name":"${'x'.repeat(8_000_000)}"}`), [413]);
    expectRefusal(await send(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), [400, 413]);
  });
});

describe('a body of any kind is data, unless it is oversized', () => {
  it.each(named(rows.filter(takesAny)))('%s', async (_name, way) => {
    const { path } = requestFor(way, sampleOf(way.schema, place));
    for (const type of ['application/json', 'text/plain', 'application/xml', 'x/y']) {
      const send = (raw: string) =>
        as('owner').call(way.row.verb, path, { raw, headers: { 'content-type': type } });
      // The sample names no secret.
      for (const raw of ['{', '[]', '\0', '{"__proto__":{"polluted":true}}'])
        expectRefusal(await send(raw), [404]);
      expectRefusal(await send('x'.repeat(8_000_000)), [413]);
    }
  });
});

describe('unknown keys are refused', () => {
  it.each(named(withBody))('%s', async (_name, way) => {
    const { path, body } = requestFor(way, sampleOf(way.schema, place));
    const ignored = way.row.kind === 'procedure' ? (way.row.ignore ?? []) : [];
    for (const extra of ['teamId', 'role', 'credits', 'isAdmin', 'constructor', 'nobodyKnowsThis']) {
      if (ignored.includes(extra) || extra in (way.schema.properties ?? {})) continue;
      const answer = await as('owner').call(way.row.verb, path, {
        body: { ...(body as object), [extra]: 1 },
      });
      expectRefusal(answer, [400]);
    }
  });
});

describe('unknown query keys are refused', () => {
  const reads = rows.filter((way) => way.row.verb === 'GET' && !redirects(way));
  it.each(named(reads))('%s', async (_name, way) => {
    const { path } = requestFor(way, sampleOf(way.schema, place));
    const separator = path.includes('?') ? '&' : '?';
    expectRefusal(await as('owner').get(`${path}${separator}nobodyKnowsThis=1`), [400]);
  });
});

describe('values of another type are refused', () => {
  it.each(named(withBody))('%s', async (_name, way) => {
    const sample = sampleOf(way.schema, place);
    const inPath = new Set(way.pathNames.map(({ own }) => own));
    for (const name of Object.keys(way.schema.properties ?? {})) {
      if (inPath.has(name)) continue;
      for (const wrong of [{ $ne: null }, [[]], { toString: 'x' }]) {
        const { path, body } = requestFor(way, { ...sample, [name]: wrong });
        expectRefusal(await as('owner').call(way.row.verb, path, { body }), [400]);
      }
    }
  });
});

describe('missing, foreign and malformed ids are refused', () => {
  const addressed = rows.filter((way) => way.pathNames.some(({ own }) => isPlaceId(own)));
  it.each(named(addressed))('%s', async (_name, way) => {
    const send = (input: Record<string, unknown>) => {
      const { path, body } = requestFor(way, input);
      return as('owner').call(way.row.verb, path, { body });
    };
    const { foreign } = sharedServer.sample;
    expectRefusal(await send(sampleOf(way.schema, foreign)), [404]);
    const shapeless = (value: string) => {
      const input = sampleOf(way.schema, place);
      for (const { own } of way.pathNames) if (isPlaceId(own)) input[own] = value;
      return input;
    };
    expectRefusal(await send(shapeless('00000000-0000-4000-8000-000000000000')), [404]);
    for (const odd of [
      '1',
      'null',
      'undefined',
      '-',
      '../../etc/passwd',
      '%00',
      "' or 1=1 --",
      'x'.repeat(3_000),
    ])
      expectRefusal(await send(shapeless(odd)), [400, 404, 414]);
  });
});

describe('`__proto__` is harmless anywhere', () => {
  it.each(named(withBody))('%s', async (_name, way) => {
    const { path, body } = requestFor(way, sampleOf(way.schema, place));
    const inner = JSON.stringify(body).slice(1, -1);
    const headers = { 'content-type': 'application/json' };
    for (const raw of [
      `{${inner}${inner && ','}"__proto__":{"polluted":true}}`,
      `{${inner}${inner && ','}"constructor":{"prototype":{"polluted":true}}}`,
    ])
      expectRefusal(await as('owner').call(way.row.verb, path, { raw, headers }), [400]);
  });
  it('in a query', async () => {
    for (const query of ['__proto__[polluted]=1', '__proto__=1', 'constructor.prototype.polluted=1']) {
      const answer = await as('owner').get(`/api/space/list?${query}`);
      expect([200, 400], answer.text).toContain(answer.status);
      expect(Object.keys({})).toEqual([]);
    }
  });
});

describe('paths without a row', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/app',
    '/api/nothing/at/all',
    '/api/channel',
    `/api/channel/${'x'.repeat(6_000)}`,
    '/api/channel/%2e%2e%2f%2e%2e',
    '/api/channel/%ff',
    '/api//user//profile',
  ])('%s is refused in the envelope', async (path) => {
    expectRefusal(await as('owner').get(path), [400, 404, 405, 414]);
  });
});

it('refuses oversized headers', async () => {
  const answer = await stranger.call('GET', '/api/system/setting', {
    headers: { 'x-large': 'x'.repeat(70_000) },
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});
