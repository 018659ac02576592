import { Transformer } from '@napi-rs/image';
import type { Aspect } from '@tandem/shared/image/schema';
import { linesOf, strokesOf, writable } from './letters.ts';
import { randomOf } from './random.ts';
import { sceneOf } from './scene.ts';
import { type Field, shapesOf } from './shapes.ts';

/** The library renders at twice the given size: these are half the picture's pixels. */
const fields: Record<Aspect, Field> = {
  square: { width: 512, height: 512 },
  landscape: { width: 768, height: 512 },
  portrait: { width: 512, height: 768 },
};
const MARGIN = 24;
/** Height of a letter; lines stand twice as far apart. */
const LETTER = 11;
const MAX_LINES = 2;
const MARK = 'DRAWN BY THE PROGRAM BUILT INTO TANDEM';

/**
 * Draws a simple composition of the things recognised in the prompt, with the prompt's words below, as a PNG.
 * The same prompt and seed give the same picture.
 */
export function drawPicture(prompt: string, aspect: Aspect, seed: string): Promise<Buffer> {
  const scene = sceneOf(prompt);
  const field = fields[aspect];
  const shapes = shapesOf(scene, field, randomOf(`${seed} ${prompt}`));
  const { width, height } = field;
  const frame = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${shapes}${label(prompt, field, scene.palette.ink)}</svg>`;
  return Transformer.fromSvg(svg).png();
}

/** A band with the words, where they are written in letters that this program has. */
function label(prompt: string, { width, height }: Field, ink: string): string {
  const unit = LETTER / 6;
  const lines = linesOf(writable(prompt.slice(0, 300)), (width - 2 * MARGIN) / unit, MAX_LINES);
  const markUnit = unit * 0.56;
  const words = lines.map(({ text }, index) => ({
    text,
    unit,
    y: index * LETTER * 2,
    thick: 0.85,
    opacity: 1,
  }));
  const mark = { text: MARK, unit: markUnit, y: lines.length * LETTER * 2, thick: 0.8, opacity: 0.72 };
  const bandHeight = mark.y + 6 * markUnit + 2 * 18;
  const top = height - bandHeight;
  const band = `<rect y="${top}" width="${width}" height="${bandHeight}" fill="${ink}" opacity="0.94"/>`;
  return (
    band +
    [...words, mark]
      .map(
        (line) =>
          `<g transform="translate(${MARGIN} ${top + 18 + line.y}) scale(${line.unit})" fill="none" stroke="#fff" stroke-width="${line.thick}" stroke-linecap="round" stroke-linejoin="round" opacity="${line.opacity}">${strokesOf(line.text)}</g>`,
      )
      .join('')
  );
}
