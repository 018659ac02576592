import { HttpError } from './errors.ts';
import { readBearer } from './session/bearer.ts';

/**
 * The beginning of a file of this server as text.
 * @param bytes how much of it at most
 * @throws HttpError
 */
export async function fetchText(
  url: string,
  bytes: number,
  signal: AbortSignal,
): Promise<{ words: string; isWhole: boolean }> {
  const bearer = await readBearer();
  const response = await fetch(url, {
    signal,
    headers: { range: `bytes=0-${bytes - 1}`, ...(bearer && { authorization: `Bearer ${bearer}` }) },
  });
  if (!response.ok) throw new HttpError(response.status, response.headers.get('content-type'));
  const size = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0);
  // A character may have been cut in two.
  const words = (await response.text()).replace(/\uFFFD$/, '');
  return { words, isWhole: size <= bytes };
}
