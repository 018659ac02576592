import { loadImage } from '@napi-rs/canvas';
import { ResizeFit, Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { type GreyPicture, greyOf, whiteCanvas } from './picture.ts';

/** Pixels of the longer side: more makes reading slower, not better. */
const MAX_SIDE = 3_000;
/** Pixels of the longer side below which letters on screens are too small to be read well. */
const SMALL_SIDE = 1_600;
/** Nobody knows how large a picture is on paper. */
const DOTS_PER_INCH = 200;

/** A picture, upright, on white, in shades of grey, of a size at which its letters are read well. */
export async function drawImage(bytes: Uint8Array): Promise<GreyPicture> {
  const image = await loadImage(await upright(bytes));
  const longer = Math.max(image.width, image.height);
  const scale = longer < SMALL_SIDE ? 2 : Math.min(1, MAX_SIDE / longer);
  const { canvas, context } = whiteCanvas(image.width * scale, image.height * scale);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { width, height } = canvas;
  const pixels = greyOf(context.getImageData(0, 0, width, height).data);
  return { width, height, dotsPerInch: DOTS_PER_INCH, pixels };
}

/** Turns a picture as its metadata say; the first of an animation stays as it is. */
async function upright(bytes: Uint8Array): Promise<Uint8Array> {
  const { width, height, type } = imageSize(bytes);
  if (type === 'gif') return bytes;
  const transformer = new Transformer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  transformer.rotate();
  if (Math.max(width, height) > MAX_SIDE)
    transformer.fastResize({ width: MAX_SIDE, height: MAX_SIDE, fit: ResizeFit.Inside });
  return transformer.png();
}
