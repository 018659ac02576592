import type { Block, BlockInput } from '@tandem/shared/document/blocks';
import { countWords } from '@tandem/shared/text/words';
import type { Difference } from '@tandem/shared/version/difference';
import * as Y from 'yjs';
import { plainText } from '../convert/plain.ts';
import type { ToldDocument } from '../convert/tell.ts';
import type { FileForm } from '../render/text.ts';
import { documentOf, type StoredUpdates } from './operate.change.ts';
import { type GivenContent, givenBlocks } from './operate.content.ts';
import type { Surroundings } from './surroundings.ts';

// Runs in a child process only: it loads stored documents and parses untrusted input of people, models and
// files.

/** Data derived from a document, without the number of its last change. */
export interface Derivation {
  /** Its blocks as JSON, which only their readers read. */
  blocksJson: string;
  markdown: string;
  /** Words without form, a line for each block. */
  text: string;
  wordCount: number;
}

/** Stored data derived from a document, with its search words separated by spaces. */
export interface Derived extends Derivation {
  words: string;
}

/** Parses given content into blocks. */
export async function parse({ content }: { content: GivenContent }): Promise<readonly BlockInput[]> {
  return givenBlocks(content);
}

/** Derives a document's stored data. */
export async function derive({ updates }: StoredUpdates): Promise<Derived> {
  const [{ readBlocks }, { markdownOf }, { wordsOfWhole }] = await Promise.all([
    import('./editor.ts'),
    import('../convert/markdown.ts'),
    import('../../content/search/whole.ts'),
  ]);
  const blocks = readBlocks(documentOf(updates));
  const text = plainText(blocks).replaceAll('\0', '').toWellFormed();
  return {
    blocksJson: JSON.stringify(blocks),
    markdown: markdownOf(blocks),
    text,
    wordCount: countWords(text),
    words: wordsOfWhole(text),
  };
}

/** The words by which a document with this text is found, a space between each two. */
export async function words({ text }: { text: string }): Promise<string> {
  const { wordsOfWhole } = await import('../../content/search/whole.ts');
  return wordsOfWhole(text);
}

/** Changes as one, in base64. */
export function merge({ updates }: StoredUpdates): string {
  const [first, ...others] = updates;
  const update = first && others.length === 0 ? first : Y.mergeUpdates([...updates]);
  return Buffer.from(update).toString('base64');
}

/** A document as text: as a file, or as bare HTML when `file` is null. */
export async function write(input: { blocksJson: string; file: FileForm | null }): Promise<string> {
  const blocks = JSON.parse(input.blocksJson) as Block[];
  if (input.file) return (await import('../render/text.ts')).textOf(blocks, input.file);
  return (await import('../convert/html.ts')).htmlOf(blocks);
}

/** Returns the ids of files that blocks show or link to. */
export async function files(input: { blocksJson: string }): Promise<string[]> {
  const { filesIn } = await import('../render/links.ts');
  return filesIn(JSON.parse(input.blocksJson) as Block[]);
}

/**
 * Writes a document as a model's input.
 * @param room maximum characters
 */
export async function tell(input: { blocksJson: string; room: number }): Promise<ToldDocument> {
  const { tellBlocks } = await import('../convert/tell.ts');
  return tellBlocks(JSON.parse(input.blocksJson) as Block[], input.room);
}

/** Returns a selection with its context, as Markdown. */
export async function surroundings(input: {
  blocksJson: string;
  selection: string | readonly BlockInput[];
  first: string | undefined;
  last: string | undefined;
}): Promise<Surroundings & { selection: string }> {
  const [{ surroundingsOf }, { markdownOf }] = await Promise.all([
    import('./surroundings.ts'),
    import('../convert/markdown.ts'),
  ]);
  const { blocksJson, selection, first, last } = input;
  const blocks = JSON.parse(blocksJson) as Block[];
  return {
    ...surroundingsOf(blocks, { first, last }, markdownOf),
    selection: typeof selection === 'string' ? selection : markdownOf(selection),
  };
}

/** Compares two states of a document, each given by its changes. */
export async function compare(input: {
  before: readonly Uint8Array[];
  after: readonly Uint8Array[];
}): Promise<Difference> {
  const [{ readBlocks }, { differenceOf }] = await Promise.all([
    import('./editor.ts'),
    import('../compare/difference.ts'),
  ]);
  return differenceOf(readBlocks(documentOf(input.before)), readBlocks(documentOf(input.after)));
}
