import { processorTime } from '@tandem/shared/testing/processor-time';
import { describe, expect, it } from 'vitest';
import { MAX_MARKER, splitMarkers } from './marker.ts';

const marker = (source: string, page: number, quote: string) => ({ source, page, quote });

describe('markers in an answer', () => {
  it('are told apart from the text around them', () => {
    expect(splitMarkers('It is due [cite:3.12 "on the first day"]. Then')).toEqual({
      pieces: [
        { text: 'It is due ' },
        { raw: '[cite:3.12 "on the first day"]', markers: [marker('3', 12, 'on the first day')] },
        { text: '. Then' },
      ],
      held: '',
    });
  });

  it.each([
    ['brackets and quotation marks', '[cite:1.2 "see "A" [1] there"]', [marker('1', 2, 'see "A" [1] there')]],
    ['typographic marks', '[cite: 1.2 “words”]', [marker('1', 2, 'words')]],
    ['a file', '[cite:F1.2 "words"]', [marker('F1', 2, 'words')]],
    ['two pages', '[cite:1.2 "one"; 3.4 "two"]', [marker('1', 2, 'one'), marker('3', 4, 'two')]],
    ['no quote', '[cite:1.2]', [marker('1', 2, '')]],
  ])('are read with %s', (_, text, markers) => {
    expect(splitMarkers(text)).toEqual({ pieces: [{ raw: text, markers }], held: '' });
  });

  it.each(['[cite:', '[cite:x "a"]', '[cite:1 "a"]', '[cite]', '[citation:1.2 "a"]', '[[cite: nothing'])(
    'are not seen in %s',
    (text) => {
      const { pieces, held } = splitMarkers(`${text} and more `);
      expect(pieces).toEqual([{ text: `${text} and more ` }]);
      expect(held).toBe('');
    },
  );

  it('are put together at whatever place a text is cut', () => {
    const text = 'A [cite:1.2 "one [x]"] b [cite:F3.4 "two"][cite:5.6 "three"].';
    for (let cut = 0; cut <= text.length; cut++) {
      const first = splitMarkers(text.slice(0, cut));
      const second = splitMarkers(first.held + text.slice(cut));
      expect(second.held).toBe('');
      const joined = [...first.pieces, ...second.pieces];
      expect(joined.map((piece) => ('text' in piece ? piece.text : piece.raw)).join('')).toBe(text);
      expect(joined.flatMap((piece) => ('text' in piece ? [] : piece.markers))).toEqual([
        marker('1', 2, 'one [x]'),
        marker('F3', 4, 'two'),
        marker('5', 6, 'three'),
      ]);
    }
  });

  it('that do not end become text', () => {
    const open = `[cite:1.2 "${'a'.repeat(100)}`;
    expect(splitMarkers(open)).toEqual({ pieces: [], held: open });
    const long = `[cite:1.2 "${'a'.repeat(MAX_MARKER)}`;
    expect(splitMarkers(long)).toEqual({ pieces: [{ text: long }], held: '' });
  });

  it('are split in linear time', async () => {
    const split = () => {
      splitMarkers('[cite:1.2 "'.repeat(4_000));
      splitMarkers('['.repeat(40_000));
      for (const head of ['[cite:', '[cite:1.1', '[cite:1.1 "a"', '[cite:1.1 "a";'])
        splitMarkers(`${head}${' '.repeat(MAX_MARKER - 40)}x`.repeat(50));
    };
    expect(await processorTime(split)).toBeLessThan(400);
  });
});
