import { seeded } from './random.ts';

/** Different words; the n-th most frequent comes about 1/n as often as the first (Zipf). */
const VOCABULARY = 80_000;
const SUBJECTS = 400;
/** Words of a subject, and their share of its text. */
const SUBJECT_WORDS = 300;
const SUBJECT_SHARE = 0.35;
const WORDS_OF_A_SENTENCE = 14;
const SYLLABLES = 'ba be bi bo da de di do fa fi ga go ka ke ki la le lo ma me mi mo na ne ni no pa pe'.split(
  ' ',
);

/** Text of made-up words about made-up subjects, the same every time. */
export class Prose {
  private readonly random: () => number;
  private readonly words: string[];
  private readonly subjects: number[][];

  constructor(seed: number) {
    this.random = seeded(seed);
    this.words = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank));
    // Words that belong to a subject are neither the most frequent nor unique.
    this.subjects = Array.from({ length: SUBJECTS }, () =>
      Array.from({ length: SUBJECT_WORDS }, () => 50 + this.zipf(VOCABULARY - 50)),
    );
  }

  /** Sentences about a subject. */
  text(subject: number, words: number): string {
    const sentences: string[] = [];
    for (let left = words; left > 0; left -= WORDS_OF_A_SENTENCE)
      sentences.push(`${this.pick(subject, Math.min(left, WORDS_OF_A_SENTENCE), SUBJECT_SHARE).join(' ')}.`);
    return sentences.join(' ');
  }

  /** A question about some subject, of two to seven words. */
  question(): string {
    const subject = Math.floor(this.random() * SUBJECTS);
    return this.pick(subject, 2 + Math.floor(this.random() * 6), 0.8).join(' ');
  }

  subject(n: number): number {
    return n % SUBJECTS;
  }

  private pick(subject: number, count: number, share: number): string[] {
    const own = this.subjects[subject] ?? [];
    return Array.from({ length: count }, () => {
      const rank = this.random() < share ? own[this.zipf(own.length)] : this.zipf(VOCABULARY);
      return this.words[rank ?? 0] ?? '';
    });
  }

  private zipf(size: number): number {
    return Math.floor(size ** this.random()) - 1;
  }
}

/** Frequent words are short. */
function wordOf(rank: number): string {
  const syllables: string[] = [];
  for (let left = rank + SYLLABLES.length; left > 0; left = Math.floor(left / SYLLABLES.length))
    syllables.push(SYLLABLES[left % SYLLABLES.length] ?? '');
  return syllables.join('');
}
