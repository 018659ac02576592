import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { drawing } from '../intents/drawing.ts';
import type { Reading } from '../reading.ts';
import { linesOf, writable } from './letters.ts';
import { drawPicture } from './picture.ts';
import { sceneOf } from './scene.ts';

describe('a picture by the built-in model', () => {
  it.each([
    ['square', 1024, 1024],
    ['landscape', 1536, 1024],
    ['portrait', 1024, 1536],
  ] as const)('is a PNG, %s', async (aspect, width, height) => {
    const picture = await drawPicture('A boat on the sea', aspect, '1');
    expect(imageSize(picture)).toMatchObject({ type: 'png', width, height });
  });

  it('is determined by prompt and seed', async () => {
    const [first, again, other] = await Promise.all(
      ['1', '1', '2'].map((seed) => drawPicture('A forest at night', 'square', seed)),
    );
    expect(first?.equals(again as Buffer)).toBe(true);
    expect(first?.equals(other as Buffer)).toBe(false);
  });

  it.each([
    '</svg><script>alert(1)</script>',
    '\0\u202e',
    '😀'.repeat(500),
    'x'.repeat(100_000),
    '月光下的山',
  ])('accepts any prompt: %.20s', async (prompt) => {
    expect(imageSize(await drawPicture(prompt, 'square', '1')).width).toBe(1024);
  });

  it('draws known things in both languages, and plain shapes for unknown ones', () => {
    expect([...sceneOf('a lighthouse by the sea at sunset').things]).toEqual(['sunset', 'sea', 'house']);
    expect([...sceneOf('夜晚的城市').things]).toEqual(['night', 'city']);
    expect(sceneOf('quarterly report').things.size).toBe(0);
  });

  it('renders letters it supports, in lines that fit', () => {
    expect(writable('Crème brûlée — “now”!')).toBe('CREME BRULEE - NOW !');
    expect(writable('你好')).toBe('');
    const lines = linesOf(writable('one two three four five six seven'), 60, 2);
    expect(lines).toHaveLength(2);
    expect(lines[1]?.text).toMatch(/\.\.\.$/);
    expect(lines.every(({ width }) => width <= 60)).toBe(true);
  });
});

describe('a request to draw', () => {
  const asked = (question: string, attached: string[] = []) =>
    drawing.reply({
      question,
      attached: attached.map((name) => ({ name, pages: [] })),
    } as Partial<Reading> as Reading);

  it.each([
    ['Please draw a house in the snow', 'a house in the snow'],
    ['Can you make me a picture of two boats?', 'two boats'],
    ['帮我画一张山的图', '山的图'],
    ['生成图片：月亮', '月亮'],
  ])('%s', (question, picture) => {
    expect(asked(question)).toMatchObject({ picture, text: expect.stringMatching(/./) });
  });

  it.each([
    'Draw up a plan',
    'draw a conclusion from this',
    '生成一份报告',
    'What does "draw" mean?',
    'draw',
  ])('is not recognised in: %s', (question) => expect(asked(question)).toBeNull());
});
