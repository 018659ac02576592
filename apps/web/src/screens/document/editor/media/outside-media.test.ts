import { beforeEach, describe, expect, it } from 'vitest';
import { ASKED, type AskedMedia, addressOf, drawHeld } from './outside-media.ts';

const file = '/api/files/0b6e9d2c-6f0a-4c53-9f0e-6a1b2c3d4e5f/content';

/** Draws a picture as the editor does, and answers it with its surroundings once its address is known, if it ever is. */
async function draw(url: string) {
  const dom = document.createElement('div');
  const image = document.createElement('img');
  image.className = 'bn-visual-media';
  dom.append(image);
  drawHeld(url, () => {
    void addressOf(url).then((address) => image.setAttribute('src', address));
    return { dom };
  });
  await Promise.resolve();
  await Promise.resolve();
  return { dom, image };
}

beforeEach(() => document.body.replaceChildren());

describe('a block with a file', () => {
  it('shows a file of the workspace', async () => {
    const { dom, image } = await draw(file);
    expect(image.getAttribute('src')).toBe(file);
    expect(dom.querySelector('.outside-media')).toBeNull();
  });

  it.each([
    '/api/user/logout',
    '/api/files/../user/logout',
    '/api/files/%2e%2e/user/logout',
    '/home',
    `${location.origin}/api/user/logout`,
    `blob:${location.origin}/0b6e9d2c-6f0a-4c53-9f0e-6a1b2c3d4e5f`,
    'data:image/png;base64,AA==',
  ])('fetches nothing from %s, even if stored, and offers no way to', async (url) => {
    const { dom, image } = await draw(url);
    expect(image.getAttribute('src') ?? '').toBe('');
    expect(image.hidden).toBe(true);
    expect(dom.querySelector('button')).toBeNull();
    expect(dom.querySelector('span.outside-media')).not.toBeNull();
    // Nor does the download button, which asks for the address itself.
    expect(await addressOf(url)).toBe('');
  });

  it('asks its reader before loading an outside file', async () => {
    const { dom, image } = await draw('https://pictures.test/sun.png');
    expect(image.getAttribute('src')).toBeNull();
    expect(dom.querySelector('button.outside-media')).not.toBeNull();
  });

  it('loads an outside file when its reader agreed to the address, and not before', async () => {
    const url = 'https://pictures.test/moon.png?d=Ada';
    const { dom, image } = await draw(url);
    document.body.append(dom);
    let asked: AskedMedia['detail'] | undefined;
    dom.addEventListener(ASKED, (event) => {
      asked = (event as AskedMedia).detail;
    });
    dom.querySelector('button')?.click();
    expect(asked?.href).toBe(url);
    expect(image.getAttribute('src')).toBeNull();
    asked?.load();
    await Promise.resolve();
    await Promise.resolve();
    expect(image.getAttribute('src')).toBe(url);
  });
});
