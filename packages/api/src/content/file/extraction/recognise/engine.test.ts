import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { Engine } from './engine.ts';
import { greyOf, whiteCanvas } from './picture.ts';

beforeAll(() => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  GlobalFonts.register(
    readFileSync(path.join(folder, 'standard_fonts/LiberationSans-Regular.ttf')),
    'Liberation Sans',
  );
});

function pictureOf(lines: readonly string[]) {
  const { canvas, context } = whiteCanvas(1_000, 100 + lines.length * 60);
  context.fillStyle = '#222';
  context.font = '36px "Liberation Sans"';
  for (const [line, text] of lines.entries()) context.fillText(text, 60, 80 + line * 60);
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, dotsPerInch: 200, pixels: greyOf(data) };
}

describe('the engine', () => {
  it('reads words with where they are', async () => {
    const engine = await Engine.start();
    const read = engine.read(pictureOf(['The harbour opens in May', 'after the first frost']), 'eng');
    const lines = read.flat();
    expect(lines.map((line) => line.map(({ text }) => text).join(' '))).toEqual([
      'The harbour opens in May',
      'after the first frost',
    ]);
    const [word] = lines[0] ?? [];
    expect(word?.box.left).toBeGreaterThan(50);
    expect(word?.box.right).toBeLessThan(140);
    expect(word?.box.bottom).toBeLessThan(90);
  });

  it('reads several languages one after another, and nothing in a blank picture', async () => {
    const engine = await Engine.start();
    const words = (lines: readonly string[], language: 'deu' | 'fra') =>
      engine
        .read(pictureOf(lines), language)
        .flat(2)
        .map(({ text }) => text)
        .join(' ');
    expect(words(['Größe über alles, süß'], 'deu')).toBe('Größe über alles, süß');
    expect(words(['Les bateaux sont amarrés à côté'], 'fra')).toBe('Les bateaux sont amarrés à côté');
    expect(words([], 'deu')).toBe('');
  });
});
