import { ResizeFit, Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { serveWorker } from '../../../core/worker/serve.ts';
import type { PictureToRender } from './render.ts';

const QUALITY = 82;

// Makes one picture of another.
serveWorker(async ({ picture, rendering }: PictureToRender): Promise<Uint8Array> => {
  const { side, square = false, as = { quality: QUALITY } } = rendering;
  const { width, height } = imageSize(picture);
  const transformer = new Transformer(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength));
  // Cameras store the orientation as metadata, which re-encoding drops.
  transformer.rotate();
  if (square) transformer.fastResize({ width: side, height: side, fit: ResizeFit.Cover });
  else if (Math.max(width, height) > side)
    transformer.fastResize({ width: side, height: side, fit: ResizeFit.Inside });
  return as === 'png' ? transformer.png() : transformer.webp(as.quality);
});
