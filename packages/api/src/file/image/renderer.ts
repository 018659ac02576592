import { buffer } from 'node:stream/consumers';
import { ResizeFit, Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import type { Rendering } from './render.ts';

// Makes one picture of another, from standard input to standard output, in a process that can be killed.
const QUALITY = 82;

const { side, square = false, as = { quality: QUALITY } } = JSON.parse(process.argv[2] ?? '{}') as Rendering;
const picture = await buffer(process.stdin);
const { width, height } = imageSize(picture);
const transformer = new Transformer(picture);
// Cameras say which way is up beside the pixels, and that is left behind.
transformer.rotate();
if (square) transformer.fastResize({ width: side, height: side, fit: ResizeFit.Cover });
else if (Math.max(width, height) > side)
  transformer.fastResize({ width: side, height: side, fit: ResizeFit.Inside });
process.stdout.write(as === 'png' ? await transformer.png() : await transformer.webp(as.quality));
