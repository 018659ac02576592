import type { Platform } from '@tandem/api/core/platform';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { isOwnOrigin } from './origin.ts';

interface Case {
  origin: string | undefined;
  host?: string;
  protocol?: 'http' | 'https';
  publicUrl?: string;
  forwarded?: boolean;
  own: boolean;
}

const host = 'tandem.example';
const https = `https://${host}`;

it.each<Case>([
  { origin: undefined, own: false },
  { origin: 'null', own: false },
  { origin: `http://${host}`, own: true },
  { origin: `http://${host}.evil.test`, own: false },
  { origin: `http://${host}:81`, own: false },
  { origin: 'http://evil.test', own: false },
  // Another scheme is another origin, also on the same host.
  { origin: https, own: false },
  { origin: https, protocol: 'https', own: true },
  { origin: `http://${host}`, protocol: 'https', own: false },
  { origin: https, publicUrl: https, own: true },
  { origin: `http://${host}`, publicUrl: https, own: false },
  { origin: `http://${host}`, publicUrl: https, protocol: 'https', own: false },
  { origin: `ftp://${host}`, own: false },
  // PUBLIC_URL is accepted whatever host was requested, and so is the requested host.
  { origin: https, publicUrl: https, host: '10.0.0.5:3000', own: true },
  { origin: 'http://10.0.0.5:3000', publicUrl: https, host: '10.0.0.5:3000', own: true },
  // An undeclared proxy may use https to the browser, and only http to us.
  { origin: https, forwarded: true, own: true },
  { origin: 'https://evil.test', forwarded: true, own: false },
])('$origin, asked for $host over $protocol at $publicUrl, is ours: $own', (each) => {
  const { origin, protocol = 'http', publicUrl = 'http://localhost:3000', forwarded = false } = each;
  const headers = {
    origin,
    host: each.host ?? host,
    ...(forwarded && { 'x-forwarded-for': '203.0.113.1' }),
  };
  // A client's X-Forwarded-Host must be ignored.
  const request = { headers, protocol, host: 'evil.test' } as unknown as FastifyRequest;
  const platform = { settings: { publicUrl, trustProxy: false } } as Platform;
  expect(isOwnOrigin(request, platform)).toBe(each.own);
});
