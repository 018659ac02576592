import type { EmbeddingPurpose } from './types.ts';

interface Prefixes {
  /** Matches lower-case names. */
  pattern: RegExp;
  query: string;
  passage: string;
}

/** Prefixes that models were trained to find in front of a text. Without it they mix up questions and answers. */
const prefixes: Prefixes[] = [
  { pattern: /nomic-embed/, query: 'search_query: ', passage: 'search_document: ' },
  { pattern: /\be5-.*instruct/, query: instruction('Query: '), passage: '' },
  { pattern: /\be5-/, query: 'query: ', passage: 'passage: ' },
  { pattern: /qwen-?3-?embed/, query: instruction('Query:'), passage: '' },
  {
    pattern: /mxbai-embed|arctic-embed|\bbge-(?:small|base|large)-en/,
    query: 'Represent this sentence for searching relevant passages: ',
    passage: '',
  },
  { pattern: /embeddinggemma/, query: 'task: search result | query: ', passage: 'title: none | text: ' },
];

function instruction(before: string): string {
  return `Instruct: Given a question, retrieve passages that answer it\n${before}`;
}

/** Returns a text as a model expects it. */
export function withPrefix(modelId: string, purpose: EmbeddingPurpose, text: string): string {
  const name = modelId.toLowerCase();
  const found = prefixes.find(({ pattern }) => pattern.test(name));
  return found ? found[purpose] + text : text;
}
