import type { Db } from '@tandem/db';
import type { CitablePage } from '../../ai/context/sources.ts';
import { searchedTextOf } from '../../content/search/index.ts';
import { AppError } from '../../core/errors.ts';
import { fairQueue } from '../../core/timing/fair-queue.ts';
import { pacer } from '../../core/timing/yield.ts';
import { askedWords, heldIn } from './asked-words.ts';
import {
  type Asking,
  type FoundDocument,
  type FoundMessage,
  findDocuments,
  findMessages,
  type WeighedWord,
  weighWords,
} from './found.repo.ts';
import { partsOf, passagesOf } from './parts.ts';

/** Documents and messages that are read for one search, and passages of one document. */
const MAX_DOCUMENTS = 8;
const MAX_MESSAGES = 12;
const MAX_OF_ONE = 2;
/** Characters of documents that are looked through, and of a message that is shown. */
const MAX_LOOKED = 600_000;
const MAX_MESSAGE = 2_000;
/** Passages that fit less than this share of the best are left out. */
const LEAST = 0.35;

/** Searches of a process, each over one connection: a model may ask for hundreds in one step. */
const searches = fairQueue<number>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 20 });
/** PostgreSQL's code for a statement that took too long. */
const CANCELLED = '57014';

/** Whether a search was given up: it took too long, or too many of the same person wait. */
export function isGivenUp(err: unknown): boolean {
  if (err instanceof AppError) return err.key === 'unavailable';
  return (err as { code?: unknown }).code === CANCELLED;
}

/** A passage of a document, or a message. */
export type FoundPassage = CitablePage & { source: string };

/** By which a document or message is cited: a letter, and the first digits of its id. */
export const documentId = (id: string): string => `D${id.slice(0, 8)}`;
export const messageId = (id: string): string => `M${id.slice(0, 8)}`;

/** The name of a message: its writer and its channel. */
export const nameOfMessage = ({ authorName, channelName }: FoundMessage): string =>
  [authorName, channelName].filter(Boolean).join(' · ');

/**
 * Finds passages of a team's documents and messages that fit a question, best first, as far as the asker and everyone
 * who will read the answer may view them.
 */
export function searchWorkspace(
  db: Db,
  asking: Asking,
  question: string,
  limit: number,
): Promise<FoundPassage[]> {
  return searches.run(asking.userId, () => search(db, asking, question, limit));
}

async function search(db: Db, asking: Asking, question: string, limit: number): Promise<FoundPassage[]> {
  const wanted = askedWords(question);
  // One after the other, so that a search holds one connection.
  const forDocuments = await weighWords(db, asking, 'document', wanted);
  const forMessages = await weighWords(db, asking, 'message', wanted);
  const documents = await findDocuments(db, asking, forDocuments, MAX_DOCUMENTS);
  const messages = await findMessages(db, asking, forMessages, MAX_MESSAGES);
  // One scale for both: a word counts as much as it does where it is rarer.
  const weights = wanted.map((_word, at) =>
    Math.max(forDocuments[at]?.weight ?? 0, forMessages[at]?.weight ?? 0),
  );
  const scored = [
    ...(await passagesIn(documents, forDocuments, weights)),
    ...messages.map((message) => passageOf(message, forMessages, weights)),
  ].sort((a, b) => b.score - a.score);
  const least = (scored[0]?.score ?? 0) * LEAST;
  return scored
    .filter(({ score }) => score > 0 && score >= least)
    .slice(0, limit)
    .map(({ passage }) => passage);
}

interface Scored {
  passage: FoundPassage;
  score: number;
}

async function passagesIn(
  documents: readonly FoundDocument[],
  words: readonly WeighedWord[],
  weights: readonly number[],
): Promise<Scored[]> {
  const rest = pacer();
  const found: Scored[] = [];
  let left = MAX_LOOKED;
  for (const { id, name, text } of documents) {
    const own: Scored[] = [];
    for (const part of partsOf(text.slice(0, Math.max(0, left)))) {
      for (const passage of passagesOf(part.text)) {
        const score = scoreOf(`${name}\n${passage}`, words, weights);
        own.push({
          score,
          passage: { id: `${documentId(id)}.${part.index}`, label: '', source: name, text: passage },
        });
      }
      if (rest.isDue()) await rest.taken();
    }
    left -= text.length;
    found.push(...own.sort((a, b) => b.score - a.score).slice(0, MAX_OF_ONE));
  }
  return found;
}

function passageOf(message: FoundMessage, words: readonly WeighedWord[], weights: readonly number[]): Scored {
  const text = searchedTextOf(message.parts).slice(0, MAX_MESSAGE).toWellFormed();
  return {
    score: scoreOf(text, words, weights),
    passage: { id: `${messageId(message.id)}.1`, label: '', source: nameOfMessage(message), text },
  };
}

function scoreOf(text: string, words: readonly WeighedWord[], weights: readonly number[]): number {
  return [...heldIn(text, words)].reduce((sum, at) => sum + (weights[at] ?? 0), 0);
}
