import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '@tandem/api/core/settings';

/** The part of s3rver that is used; it brings no types. */
type S3rver = new (options: {
  address: string;
  port: number;
  silent: boolean;
  directory: string;
  configureBuckets: { name: string }[];
}) => { run(): Promise<AddressInfo>; close(): Promise<void> };

export interface ObjectStorage {
  settings: S3Settings;
  close(): Promise<void>;
}

const REGION = 'eu-test-1';
const KEY_ID = 'S3RVER';
const SECRET = 'a/secret+for=tests';

/**
 * Starts a server that speaks the protocol of S3 over a temporary folder. Before it stands one that checks, as the
 * real services do and s3rver does not, each request's signature and the hash of its body.
 */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const Server = createRequire(import.meta.url)('s3rver') as S3rver;
  const directory = mkdtempSync(path.join(tmpdir(), 'tandem-s3-'));
  const store = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'tandem-files' }],
  });
  const behind = await store.run();
  const front = createServer(async (incoming, response) => {
    const body = await buffer(incoming);
    const fault = faultOf(incoming, body);
    if (fault) return response.writeHead(403).end(fault);
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: behind.port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    return onward.end(body);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'tandem-files',
      region: REGION,
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
    },
    async close() {
      front.closeAllConnections();
      front.close();
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The fault in a request's signature (version 4), computed from its specification; null if it is valid. */
function faultOf({ method, url, headers }: IncomingMessage, body: Buffer): string | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/([^/]+)\/s3\/aws4_request), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!parts) return 'not signed';
  const [, keyId, scope = '', region, names = '', signature] = parts;
  const payload = String(headers['x-amz-content-sha256']);
  if (keyId !== KEY_ID || region !== REGION) return 'unknown key or region';
  if (payload !== sha256(body)) return 'another body';
  const signed = names.split(';');
  if (!signed.includes('host') || !signed.includes('x-amz-date')) return 'too little is signed';
  const canonical = [
    method,
    url,
    '',
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    payload,
  ].join('\n');
  const date = String(headers['x-amz-date']);
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${SECRET}`);
  const right = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
  return signature === right ? null : 'SignatureDoesNotMatch';
}
