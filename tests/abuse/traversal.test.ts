import { request } from 'node:http';
import { expect, it } from 'vitest';
import { sharedServer } from '../running/shared-server.ts';

/** A GET whose path is sent as it is: `fetch` would normalise it first. */
function get(path: string, accept = '*/*'): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(sharedServer.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { accept } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.once('error', reject);
    sent.end();
  });
}

it.each([
  '/static/locales/../../package.json',
  '/static/locales/%2e%2e/%2e%2e/package.json',
  '/static/locales/..%2f..%2fpackage.json',
  '/static/locales/..%5c..%5cpackage.json',
  '/static/locales/en/..\\..\\..\\package.json',
  '/static/locales//etc/passwd',
  '/static/locales/%00/etc/passwd',
  '/static/locales/....//....//package.json',
  '/assets/../../package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '//etc/passwd',
  '/../../../../etc/passwd',
  '/.env',
  '/.git/config',
  '/package.json',
  '/apps/server/src/main.ts',
  '/data/secret.key',
])('%s reaches no file outside', async (path) => {
  for (const accept of ['*/*', 'text/html']) {
    const { status, text } = await get(path, accept);
    expect(text).not.toMatch(/"workspaces"|root:|\[core\]|import process/);
    if (status === 200) expect(text).toMatch(/<!doctype html>/i);
    else expect([400, 403, 404]).toContain(status);
  }
});
