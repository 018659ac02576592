import type { Box, RecognisedParagraph } from './engine.ts';
import type { GreyPicture } from './picture.ts';

/** Degrees by which a picture has to be turned clockwise so that its letters stand upright. */
export type Turn = 0 | 90 | 180 | 270;

/** The likeliest first. */
export const TURNS: readonly Turn[] = [0, 90, 270, 180];

/** A picture turned clockwise. */
export function turned(picture: GreyPicture, turn: Turn): GreyPicture {
  const { width, height, pixels } = picture;
  if (turn === 0) return picture;
  if (turn === 180) return { ...picture, pixels: pixels.toReversed() };
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    const from = y * width;
    const column = turn === 90 ? height - 1 - y : y;
    for (let x = 0; x < width; x += 1) {
      const row = turn === 90 ? x : width - 1 - x;
      result[row * height + column] = pixels[from + x] as number;
    }
  }
  return { ...picture, width: height, height: width, pixels: result };
}

/** Words of a turned picture, with where they stand in the picture itself. @param size of the picture itself */
export function turnedBack(
  paragraphs: readonly RecognisedParagraph[],
  turn: Turn,
  size: Pick<GreyPicture, 'width' | 'height'>,
): RecognisedParagraph[] {
  return paragraphs.map((lines) =>
    lines.map((line) => line.map((word) => ({ ...word, box: boxBefore(word.box, turn, size) }))),
  );
}

function boxBefore(box: Box, turn: Turn, { width, height }: Pick<GreyPicture, 'width' | 'height'>): Box {
  const { left, top, right, bottom } = box;
  if (turn === 90) return { left: top, right: bottom, top: height - right, bottom: height - left };
  if (turn === 270) return { left: width - bottom, right: width - top, top: left, bottom: right };
  if (turn === 180)
    return { left: width - right, right: width - left, top: height - bottom, bottom: height - top };
  return box;
}
