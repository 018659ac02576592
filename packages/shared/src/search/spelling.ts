import { pinyin } from 'pinyin-pro';
import { hasSpelling } from './spelt.ts';
import { fold } from './words.ts';

/** Of longer names the beginning is spelt, in characters. */
const MAX_NAME = 100;
/** Of names up to this many syllables every way to read a character is known. */
const FEW = 6;
/** Ways to read one name. */
const MAX_READINGS = 24;

/** What a name is of: people's begin with a family name, which some characters are read otherwise in. */
export type Spelt = 'person' | 'thing';

/**
 * How a name with Chinese characters is spelt in pinyin, without tones: a line for each way to read it, the likeliest
 * first, with a space before every syllable and word. ü is v, and in further lines u and yu. Empty for every other name.
 */
export function spell(name: string, what: Spelt = 'thing'): string {
  if (!hasSpelling(name)) return '';
  const text = [...fold(name)].slice(0, MAX_NAME).join('');
  const asThing = read(text, 'off');
  const asPerson = read(text, 'head');
  const readings = what === 'person' ? [asPerson, asThing] : [asThing, asPerson];
  if (asThing.filter(({ others }) => others.length > 0).length <= FEW)
    asThing.forEach(({ others }, i) => {
      for (const other of others)
        readings.push(
          asThing.with(i, { sound: other, others: [] }),
          asPerson.with(i, { sound: other, others: [] }),
        );
    });
  const lines = readings.map((syllables) => syllables.map(({ sound }) => ` ${sound}`).join(''));
  const spelling = [...new Set(lines.flatMap(withoutUmlaut))].slice(0, MAX_READINGS).join('\n');
  // Signs that nobody can read are known by themselves, so that what has no spelling was never spelt.
  return spelling === '' ? ` ${text.trim()}` : spelling;
}

interface Syllable {
  sound: string;
  /** Other ways to read the character; a word of another script has none. */
  others: string[];
}

function read(text: string, surname: 'off' | 'head'): Syllable[] {
  const syllables: Syllable[] = [];
  let word = '';
  const endWord = () => {
    for (const [sound] of word.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) syllables.push({ sound, others: [] });
    word = '';
  };
  for (const { origin, pinyin: sound, isZh, polyphonic } of pinyin(text, {
    type: 'all',
    toneType: 'none',
    v: true,
    surname,
  })) {
    if (isZh) {
      endWord();
      syllables.push({ sound, others: [...new Set(polyphonic.map(withoutTone))] });
    } else word += origin;
  }
  endWord();
  return syllables;
}

function withoutTone(sound: string): string {
  return sound
    .normalize('NFD')
    .replace('u\u0308', 'v')
    .replaceAll(/[\u0300-\u036f]/g, '');
}

/** People leave the dots of ü out, and passports write yu. */
function withoutUmlaut(line: string): string[] {
  const umlaut = / ([ln])v(?=e? |e?$)/g;
  return [line, line.replaceAll(umlaut, ' $1u'), line.replaceAll(umlaut, ' $1yu')];
}
