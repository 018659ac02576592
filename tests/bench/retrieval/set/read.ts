import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const LANGUAGES = ['en', 'de'] as const;
/** Below these, a difference between two ways to rank would be noise. */
const LEAST = { passages: 300, questions: 60 };

const passage = z.strictObject({
  id: z.string().regex(/^(en|de)-\d{3}$/),
  document: z.string().min(1),
  title: z.string(),
  text: z.string().min(1),
});

const question = z.strictObject({
  id: z.string().regex(/^q\d{3}$/),
  language: z.enum(LANGUAGES),
  text: z.string().min(1),
  /** By passage: 2 answers the question, 1 is related and useful. All other passages count as 0. */
  relevant: z.record(z.string(), z.union([z.literal(1), z.literal(2)])),
});

/** A passage of a document. Passages of one document stand together, in its order. */
export type Passage = z.infer<typeof passage> & { language: (typeof LANGUAGES)[number] };
export type Question = z.infer<typeof question>;

export interface JudgedSet {
  passages: Passage[];
  questions: Question[];
}

/**
 * Reads the passages, the questions and their judgements.
 *
 * @throws if a line is malformed, an id occurs twice, a judgement names no passage of the question's language, a
 *   question has no answer, or the set is too small to measure with.
 */
export function readJudgedSet(): JudgedSet {
  const passages = LANGUAGES.flatMap((language) =>
    readLines(`passages.${language}.jsonl`, passage).map((one) => ({ ...one, language })),
  );
  const questions = readLines('questions.jsonl', question);
  const languages = new Map(passages.map(({ id, language }) => [id, language]));

  expectUnique([...passages, ...questions].map(({ id }) => id));
  for (const { id, language } of passages) {
    if (!id.startsWith(`${language}-`)) throw new Error(`${id} is among the passages of ${language}`);
  }
  for (const { id, language, relevant } of questions) {
    if (!Object.values(relevant).includes(2)) throw new Error(`${id} has no answer`);
    for (const judged of Object.keys(relevant)) {
      if (languages.get(judged) !== language)
        throw new Error(`${id} judges ${judged}, no passage of ${language}`);
    }
  }
  for (const language of LANGUAGES) {
    if (!questions.some((one) => one.language === language)) throw new Error(`No question of ${language}`);
  }
  if (passages.length < LEAST.passages) throw new Error(`Only ${passages.length} passages`);
  if (questions.length < LEAST.questions) throw new Error(`Only ${questions.length} questions`);
  return { passages, questions };
}

function readLines<T>(file: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line, index) => {
    const parsed = schema.safeParse(JSON.parse(line));
    if (!parsed.success) throw new Error(`${file}:${index + 1}: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  });
}

function expectUnique(ids: string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`${twice} occurs twice`);
}
