import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request } from 'undici';
import { AppError } from '../errors.ts';
import type { S3Settings } from '../settings.ts';
import { pathOfKey, type Storage } from './storage.ts';

const CONNECT_MS = 10_000;
/** Timeout of a silent service. */
const SILENCE_MS = 60_000;

/**
 * Object storage. Its address is the operator's, not a user's: requests need not go through the guarded
 * fetch, and may reach a private network. Callers retry, so this does not.
 */
export function s3Storage(settings: S3Settings): Storage {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  });
  // The keys of a day are derived once.
  const cache = new Map<string, ArrayBuffer>();

  async function send(
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    /** Null: the bucket itself. */
    key: string | null,
    { headers = {}, body }: { headers?: Record<string, string>; body?: () => Readable | Uint8Array } = {},
  ): Promise<Dispatcher.ResponseData> {
    const signed = await new AwsV4Signer({
      method,
      url: key === null ? `${endpoint}/${bucket}` : `${endpoint}/${bucket}/${pathOfKey(key)}`,
      headers: { 'x-amz-content-sha256': EMPTY, ...headers },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      cache,
    }).sign();
    try {
      return await request(signed.url, {
        method,
        headers: Object.fromEntries(signed.headers),
        dispatcher: agent,
        // Opened only here: otherwise a failure of the file would have no handler.
        ...(body && { body: body() }),
      });
    } catch (error) {
      throw new AppError('unavailable', {}, error);
    }
  }

  return {
    async put(key, source) {
      const isBytes = source instanceof Uint8Array;
      const answer = await send('PUT', key, {
        headers: {
          'content-length': String(isBytes ? source.length : source.size),
          // A complete file has its own hash as key: the service refuses content that differs.
          'x-amz-content-sha256': isBytes ? sha256(source) : key.slice(0, 64),
        },
        body: () => (isBytes ? source : createReadStream(source.file)),
      });
      await done(answer, [200, 201, 204]);
    },

    async read(key, range) {
      const answer = await send('GET', key, {
        headers: range ? { range: `bytes=${range.start}-${range.end}` } : {},
      });
      if (answer.statusCode === (range ? 206 : 200)) return answer.body;
      await done(answer, []);
      throw new AppError('unavailable');
    },

    async has(key) {
      const answer = await send('HEAD', key);
      if (answer.statusCode === 404) {
        await answer.body.dump();
        return false;
      }
      await done(answer, [200]);
      return true;
    },

    async remove(key) {
      await done(await send('DELETE', key), [200, 204, 404]);
    },

    async check() {
      const answer = await send('HEAD', null);
      await answer.body.dump();
      const { statusCode } = answer;
      if (statusCode < 300) return;
      if (statusCode === 404) throw new Error(`the object storage has no bucket ${bucket}`);
      // A key may be restricted to objects; a wrong one cannot even do that.
      if (statusCode !== 403) throw new Error(`the object storage answered ${statusCode}`);
      await done(await send('HEAD', NO_KEY), [200, 404]);
    },

    close: () => agent.close(),
  };
}

/** Reads an answer to its end, so that its connection can serve the next. */
async function done({ statusCode, body }: Dispatcher.ResponseData, expected: number[]): Promise<void> {
  if (expected.includes(statusCode)) return body.dump();
  const words = (await body.text().catch(() => '')).slice(0, 500);
  if (statusCode === 404) throw new AppError('notFound');
  throw new AppError('unavailable', {}, new Error(`the object storage answered ${statusCode}: ${words}`));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const EMPTY = sha256(new Uint8Array());
/** A key that is never used. */
const NO_KEY = '0'.repeat(64);
