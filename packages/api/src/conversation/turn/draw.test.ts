import { describe, expect, it } from 'vitest';
import { ProviderStreamError } from '../../ai/errors/classify.ts';
import type { DrawnPicture, DrawRequest } from '../../ai/providers/images/types.ts';
import { drawnPart, drawPictures } from './draw.ts';

const picture: DrawnPicture = {
  data: new Uint8Array([1]),
  revisedPrompt: '',
  inputTokens: 10,
  outputTokens: 1.4,
};

function draw(
  answer: (request: DrawRequest, at: number) => Promise<DrawnPicture>,
  { count = 1, patienceMs = 1_000, signal = new AbortController().signal } = {},
) {
  let at = 0;
  const came: DrawnPicture[] = [];
  const end = drawPictures({
    model: { draw: (request) => answer(request, at++) },
    prompt: 'A tree',
    aspect: 'square',
    inputs: [],
    secrets: ['sk-secret'],
    ...{ count, patienceMs, signal },
    async onPicture(each) {
      came.push(each);
    },
  });
  return { end, came };
}

/** Hangs until it is left. */
const hang = ({ signal }: DrawRequest) =>
  new Promise<DrawnPicture>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('drawing', () => {
  it('counts pictures and tokens, whatever the provider reports', async () => {
    const { end, came } = draw(
      async (_, at) => ({ ...picture, inputTokens: at === 0 ? Number.NaN : -5, outputTokens: 1e30 }),
      { count: 2 },
    );
    expect(await end).toEqual({ failure: null, inputTokens: 0, outputTokens: 2_000_000_000 });
    expect(came).toHaveLength(2);
  });

  it('keeps finished pictures when another fails, and retries a transient failure', async () => {
    const { end, came } = draw(
      async (_, at) => {
        if (at === 0) throw new ProviderStreamError('picture', 'none');
        return picture;
      },
      { count: 3 },
    );
    expect(await end).toMatchObject({ failure: { key: 'provider.badPicture', retryable: true } });
    expect(came).toHaveLength(2);
  });

  it('cancels the others on a permanent failure', async () => {
    const { end, came } = draw(
      async (request, at) => {
        if (at > 0) return hang(request);
        throw new ProviderStreamError('filtered', 'no');
      },
      { count: 3, patienceMs: 60_000 },
    );
    expect(await end).toMatchObject({ failure: { key: 'provider.filtered' } });
    expect(came).toEqual([]);
  });

  it('times out a slow provider', async () => {
    expect(await draw(hang, { patienceMs: 20 }).end).toMatchObject({ failure: { key: 'provider.timeout' } });
  });

  it('ends soon after a stop, even if the provider ignores it', async () => {
    const stop = new AbortController();
    const { end, came } = draw(() => new Promise(() => {}), { signal: stop.signal, patienceMs: 60_000 });
    stop.abort();
    const startedAt = Date.now();
    await end;
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    expect(came).toEqual([]);
  });

  it('keeps prompts with pictures as text that can be stored', () => {
    const part = { type: 'file', mediaType: 'image/png', url: '/x' } as const;
    expect(drawnPart(part, 'a\0b', 'a\0b')).toEqual({ ...part, alt: 'ab' });
    expect(drawnPart(part, 'a', 'b'.repeat(9_000)).revisedPrompt).toHaveLength(2_000);
  });
});
