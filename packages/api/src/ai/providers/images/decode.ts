import type { GuardedFetch } from '../../../core/fetch/types.ts';
import { ProviderStreamError } from '../../errors/types.ts';
import { MAX_PICTURE_BYTES } from './types.ts';

/** Base64 characters of the largest picture. */
const MAX_BASE64 = Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 4;
const LINK_TIMEOUT_MS = 60_000;
const DATA_URL = /^data:image\/[\w.+-]+;base64,/;

/** Reads base64. @throws ProviderStreamError when it is too much */
export function fromBase64(text: string): Uint8Array {
  if (text.length > MAX_BASE64) throw tooLarge();
  return Buffer.from(text, 'base64');
}

/**
 * Fetches a picture that a provider only named: without any key, and from the provider's own origin or the public
 * internet, never from another private host.
 * @throws ProviderStreamError
 */
export async function fromLink(
  fetcher: Pick<GuardedFetch, 'fetchPage' | 'providerFetch'>,
  apiHost: string,
  link: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const inline = DATA_URL.exec(link.slice(0, 100));
  if (inline) return fromBase64(link.slice(inline[0].length));
  try {
    return URL.parse(link)?.origin === new URL(apiHost).origin
      ? await fromProvider(fetcher.providerFetch(apiHost), link, signal)
      : await fromOutside(fetcher, link, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderStreamError) throw error;
    throw unreached(error);
  }
}

async function fromOutside(
  fetcher: Pick<GuardedFetch, 'fetchPage'>,
  link: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const page = await fetcher.fetchPage(link, {
    signal,
    maxBytes: MAX_PICTURE_BYTES,
    timeoutMs: LINK_TIMEOUT_MS,
    accept: 'image/*',
  });
  if (page.truncated) throw tooLarge();
  if (page.status !== 200) throw unreached(page.status);
  return page.body;
}

async function fromProvider(send: typeof fetch, link: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await send(link, {
    headers: { accept: 'image/*' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(LINK_TIMEOUT_MS)]),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw unreached(response.status);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_PICTURE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): ProviderStreamError {
  return new ProviderStreamError('picture-large', 'The picture is too large.');
}

function unreached(cause: unknown): ProviderStreamError {
  return new ProviderStreamError('picture-link', 'The picture could not be fetched.', cause);
}
