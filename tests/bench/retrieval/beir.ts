import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readJudgedSet } from './set/read.ts';

/** Questions with judged documents, in one language. */
export interface RankingSet {
  name: string;
  /** Two-letter code; recognised from each document when left out. */
  language?: string;
  /** Files with their pages. A page has the id that judgements name. */
  files: { name: string; pages: { id: string; label: string; text: string }[] }[];
  questions: { text: string; relevant: Record<string, number> }[];
}

/** Our own set, once for each language. */
export function judgedSets(): RankingSet[] {
  const { passages, questions } = readJudgedSet();
  return [...new Set(passages.map(({ language }) => language))].map((language) => ({
    name: `judged set, ${language}`,
    language,
    files: [...Map.groupBy(passages, ({ document }) => document)].flatMap(([name, some]) => {
      const pages = some
        .filter((each) => each.language === language)
        .map(({ id, title, text }) => ({ id, label: title, text }));
      return pages.length === 0 ? [] : [{ name, pages }];
    }),
    questions: questions.filter((each) => each.language === language),
  }));
}

const document = z.object({ _id: z.coerce.string(), title: z.string().default(''), text: z.string() });
const query = z.object({ _id: z.coerce.string(), text: z.string() });

/**
 * Reads a set in the format of BEIR: `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv` or `qrels.tsv`, the last with
 * a line of headings. Each document becomes a file.
 */
export function readBeir(folder: string): RankingSet {
  const judgements = ['qrels/test.tsv', 'qrels.tsv']
    .map((name) => path.join(folder, name))
    .find((file) => existsSync(file));
  if (!judgements) throw new Error(`${folder} has no qrels/test.tsv`);
  const relevant = new Map<string, Record<string, number>>();
  for (const line of linesOf(judgements).slice(1)) {
    const [queryId = '', documentId = '', score] = line.split('\t');
    relevant.set(queryId, { ...relevant.get(queryId), [documentId]: Number(score) });
  }
  return {
    name: path.basename(folder),
    files: linesOf(path.join(folder, 'corpus.jsonl')).map((line) => {
      const { _id: id, title, text } = document.parse(JSON.parse(line));
      const pages = [{ id, label: '1', text: title === '' ? text : `${title}\n\n${text}` }];
      return { name: id, pages };
    }),
    questions: linesOf(path.join(folder, 'queries.jsonl')).flatMap((line) => {
      const { _id, text } = query.parse(JSON.parse(line));
      const judged = relevant.get(_id);
      return judged ? [{ text, relevant: judged }] : [];
    }),
  };
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}
