import { describe, expect, it } from 'vitest';
import { recogniseLanguage } from './language.ts';
import { countTerms, termsOf } from './terms.ts';

const terms = (text: string, language: string | null) => [...termsOf(text, language)];

describe('terms', () => {
  it.each([
    ['en', 'The harbours are opening', 'A harbour opened'],
    ['de', 'Die Kündigungen der Verträge', 'die Kündigung des Vertrags'],
    ['fr', 'les chevaux de l’île', 'le cheval des îles'],
    ['es', 'Los niños corrieron', 'el niño corría'],
  ])('are stems, the same for forms of a word (%s)', (language, one, other) => {
    const [first, second] = [terms(one, language), terms(other, language)];
    expect(first.length).toBeGreaterThan(1);
    expect(first[0]).toBe(second[0]);
  });

  it('leave out stop words, short forms and elisions', () => {
    expect(terms('It’s the captain’s, and they don’t know', 'en')).toEqual(['captain', 'know']);
    expect(terms("L'eau d’une rivière qu'on voit", 'fr')).toEqual(terms('eau rivière voit', 'fr'));
  });

  it('join what a line end broke', () => {
    expect(terms('infor-\nmation', null)).toEqual(['information']);
    expect(terms('soft\u00adhyphen', null)).toEqual(['softhyphen']);
  });

  it('are pairs of characters in scripts without spaces', () => {
    expect(terms('港口开放', null)).toEqual(['港口', '口开', '开放']);
    expect(terms('茶', null)).toEqual(['茶']);
    expect(countTerms('港口', null).counts).toEqual(
      new Map([
        ['港口', 1],
        ['港', 1],
        ['口', 1],
      ]),
    );
  });

  it('are folded words in languages without a stemmer', () => {
    expect(terms('Łódź ČEŠTINA', null)).toEqual(['lodz', 'cestina']);
  });

  it('have at most 64 units and no white space', () => {
    const text = `${'x'.repeat(500)} ½ ① ﷺ a\u0300\u0301 ${'ä'.repeat(63)} \ud800 \0`;
    for (const language of ['en', 'de', null])
      for (const term of terms(text, language)) expect(term).toMatch(/^[\p{L}\p{N}\p{M}]{1,64}$/u);
  });
});

describe('the language', () => {
  it.each([
    ['en', 'The harbour opens in May, and the boats are moored along the quay until the first frost.'],
    ['de', 'Der Hafen öffnet im Mai, und die Boote liegen bis zum ersten Frost an der Kaimauer.'],
    ['fr', 'Le port ouvre en mai et les bateaux sont amarrés le long du quai jusqu’aux premières gelées.'],
    ['es', 'El puerto abre en mayo y los barcos están amarrados a lo largo del muelle hasta las heladas.'],
    ['ru', 'Гавань открывается в мае, и лодки стоят у причала до первых морозов, как и всегда.'],
    [null, '港口五月开放，船只停靠在码头边。'],
    [null, '12.5 440 13 00 77 EUR 2024-05-01'],
    ['en', 'Preliminary report: international algebraic language'],
  ])('is recognised by its stop words (%s)', (language, text) => {
    expect(recogniseLanguage(text)).toBe(language);
  });
});
