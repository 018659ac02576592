import { pinyin } from 'pinyin-pro';
import { hasSpelling, piecesOf } from './spelt.ts';
import { fold } from './words.ts';

/** Characters of a name that are spelt. */
const MAX_NAME = 100;
/** Names up to this many syllables get every reading of a character. */
const FEW = 6;
/** Ways to read one name. */
const MAX_READINGS = 24;

/** The kind of a name: names of people begin with a family name, in which some characters have another reading. */
export type Spelt = 'person' | 'thing';

/**
 * Spells a name with Chinese characters in pinyin, without tones: one line per reading, the likeliest first,
 * with a space before every syllable and word. ü is v, and in further lines u and yu. Empty for any other
 * name.
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
  // Unreadable characters spell as themselves, so that only unspelt names are empty.
  return spelling === '' ? ` ${text.trim()}` : spelling;
}

interface Syllable {
  sound: string;
  /** Other readings of the character; none for words of another script. */
  others: string[];
}

function read(text: string, surname: 'off' | 'head'): Syllable[] {
  return piecesOf(text).flatMap((piece, i) => {
    if (!hasSpelling(piece))
      return [...piece.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(([sound]) => ({ sound, others: [] }));
    const characters = [...piece];
    const sounds = pinyin(piece, { ...PLAIN, surname: i === 0 ? surname : 'off' });
    return characters.map((character, at) => ({
      sound: sounds[at] ?? character,
      others: othersOf(character),
    }));
  });
}

// The library answers more than the sounds ten times as slowly.
const PLAIN = { type: 'array', toneType: 'none', v: true } as const;
const known = new Map<string, string[]>();

/** Returns every reading of a character; there are some ten thousand. */
function othersOf(character: string): string[] {
  const before = known.get(character);
  if (before) return before;
  const others = [...new Set(pinyin(character, { ...PLAIN, multiple: true }))];
  known.set(character, others);
  return others;
}

/** People leave the dots of ü out, and passports write yu. */
function withoutUmlaut(line: string): string[] {
  const umlaut = / ([ln])v(?=e? |e?$)/g;
  return [line, line.replaceAll(umlaut, ' $1u'), line.replaceAll(umlaut, ' $1yu')];
}
