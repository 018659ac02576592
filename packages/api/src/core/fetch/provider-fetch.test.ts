import { describe, expect, test } from 'vitest';
import { redirectTo, useSite } from './testing/site.ts';

const site = useSite();
const { guarded, local } = site;

describe('providerFetch', () => {
  const key = { authorization: 'Bearer secret' };

  test('reaches a private host only if the operator opened it', async () => {
    const url = `http://127.0.0.1:${site.port}/v1`;
    await expect(guarded().providerFetch(url)(`${url}/models`)).rejects.toMatchObject({
      name: 'FetchRefused',
      reason: 'address',
    });
    const response = await guarded({ allowPrivateHosts: [`127.0.0.1:${site.port}`] }).providerFetch(url)(
      `${url}/models`,
      { headers: key },
    );
    expect(await response.text()).toBe('hello');
    expect(site.seen[0]?.headers.authorization).toBe('Bearer secret');
  });

  test('sends nothing to another origin', async () => {
    const send = local({ allowPrivateHosts: ['site.test', 'other.test'] }).providerFetch(
      `http://site.test:${site.port}/v1`,
    );
    for (const url of [
      `http://other.test:${site.port}/v1`,
      `https://site.test:${site.port}/v1`,
      `http://site.test:${site.port + 1}/`,
    ]) {
      await expect(send(url, { headers: key })).rejects.toMatchObject({ reason: 'origin' });
    }
    expect(site.seen).toHaveLength(0);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a %i to another host', async (status) => {
    site.handler = redirectTo(`http://other.test:${site.port}/v1/chat`, status);
    const send = local({ allowPrivateHosts: ['site.test', 'other.test'] }).providerFetch(
      `http://site.test:${site.port}`,
    );
    const request = send(`http://site.test:${site.port}/v1/chat`, {
      method: 'POST',
      body: '{}',
      headers: key,
    });
    await expect(request).rejects.toMatchObject({ name: 'FetchRefused', reason: 'origin' });
    expect(site.seen).toHaveLength(1);
  });

  test('follows a 307 on the same host with the body, and refuses to turn a POST into a GET', async () => {
    const send = local({ allowPrivateHosts: ['site.test'] }).providerFetch(`http://site.test:${site.port}`);
    site.handler = (request, response) => {
      if (request.url === '/a') response.writeHead(307, { location: '/b' }).end();
      else if (request.url === '/c') response.writeHead(301, { location: '/b' }).end();
      else request.pipe(response);
    };
    const response = await send(`http://site.test:${site.port}/a`, { method: 'POST', body: '{"x":1}' });
    expect(await response.text()).toBe('{"x":1}');
    await expect(
      send(`http://site.test:${site.port}/c`, { method: 'POST', body: '{}' }),
    ).rejects.toMatchObject({
      reason: 'origin',
    });
  });

  test('a stop closes the socket in mid-answer', async () => {
    const send = local({ allowPrivateHosts: ['site.test'] }).providerFetch(`http://site.test:${site.port}`);
    const closed = new Promise<void>((resolve) => {
      site.handler = (request, response) => {
        response.writeHead(200).write('data: 1\n\n');
        request.socket.once('close', () => resolve());
      };
    });
    const controller = new AbortController();
    const response = await send(`http://site.test:${site.port}/`, { signal: controller.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort();
    await expect(reader?.read()).rejects.toThrow();
    await closed;
  });
});
