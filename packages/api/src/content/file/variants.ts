import { buffer } from 'node:stream/consumers';
import { transaction } from '@tandem/db';
import type { Platform } from '../../core/platform.ts';
import { type FileRow, isContentInUse, lockContent } from './file.repo.ts';
import { type Rendering, type RenderSource, render } from './image/render.ts';

/** Derived pictures, made once and stored beside their source. */
const variants = {
  /** For lists and messages. */
  thumb: { side: 640 },
  /** For models: more pixels cost more without helping. */
  model: { side: 1_568 },
} as const satisfies Record<string, Rendering>;

export type Variant = keyof typeof variants;

/** Returns every key under which content and its derivatives may be stored. */
export function keysOf(hash: string): string[] {
  return [hash, ...Object.keys(variants).map((variant) => `${hash}.${variant}`)];
}

/** Types that can be decoded here. Animated pictures cannot, and are shown unchanged. */
const DECODED = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif']);

/** Whether smaller copies can be made of a file. */
export function canBeRendered({ mediaType }: Pick<FileRow, 'mediaType'>): boolean {
  return DECODED.has(mediaType);
}

type Holder = Pick<Platform, 'database' | 'storage'>;

type Picture = Pick<FileRow, 'hash' | 'uploaderId'>;

/** A stored picture, to be rendered when it is its turn. */
export function sourceOf({ storage }: Pick<Holder, 'storage'>, { hash, uploaderId }: Picture): RenderSource {
  return { hash, uploaderId, open: () => storage.read(hash) };
}

/** Derivatives being made, so that concurrent requests share one. */
const underWay = new Map<string, Promise<string>>();

/**
 * Returns the key of a derivative, making it if necessary.
 * @throws RenderError, AppError `notFound` when the content is gone, `unavailable` when too many wait
 */
export function keyOfVariant(holder: Holder, picture: Picture, variant: Variant): Promise<string> {
  const key = `${picture.hash}.${variant}`;
  const making = underWay.get(key) ?? make(holder, picture, variant, key).finally(() => underWay.delete(key));
  underWay.set(key, making);
  return making;
}

async function make(
  { database, storage }: Holder,
  picture: Picture,
  variant: Variant,
  key: string,
): Promise<string> {
  if (await storage.has(key)) return key;
  const made = await render(sourceOf({ storage }, picture), variants[variant]);
  await transaction(database.db, async (tx) => {
    // The content may have been removed meanwhile, and nothing would remove this derivative later.
    await lockContent(tx, picture.hash);
    if (await isContentInUse(tx, picture.hash)) await storage.put(key, made);
  });
  return key;
}

/** A picture as models read it: WebP. */
export async function pictureForModel(holder: Holder, file: Picture): Promise<Buffer> {
  return buffer(await holder.storage.read(await keyOfVariant(holder, file, 'model')));
}
