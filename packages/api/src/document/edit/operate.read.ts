import type { Block, BlockInput } from '@tandem/shared/document/blocks';
import type { Difference } from '@tandem/shared/version/difference';
import * as Y from 'yjs';
import { countWords, plainText } from '../convert/plain.ts';
import type { ToldDocument } from '../convert/tell.ts';
import type { FileForm } from '../render/text.ts';
import { documentOf, type StoredUpdates } from './operate.change.ts';
import { type GivenContent, givenBlocks } from './operate.content.ts';
import type { Surroundings } from './surroundings.ts';

// Runs in a child process only: it loads stored documents and reads what people, models and files supply.

/** What is read of a document, apart from which of its changes it is read of. */
export interface Derivation {
  /** Its blocks as JSON, which only their readers read. */
  blocksJson: string;
  markdown: string;
  /** Words without form, a line for each block. */
  text: string;
  wordCount: number;
}

/** What is kept of a document: what is read of it, and the words by which it is found, a space between each two. */
export interface Derived extends Derivation {
  words: string;
}

/** The blocks of given content. */
export async function parse({ content }: { content: GivenContent }): Promise<readonly BlockInput[]> {
  return givenBlocks(content);
}

/** What is read of a document. */
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

/** The ids of the files that blocks show or lead to. */
export async function files(input: { blocksJson: string }): Promise<string[]> {
  const { filesIn } = await import('../render/links.ts');
  return filesIn(JSON.parse(input.blocksJson) as Block[]);
}

/** A document as a model reads it. @param room characters that may be told */
export async function tell(input: { blocksJson: string; room: number }): Promise<ToldDocument> {
  const { tellBlocks } = await import('../convert/tell.ts');
  return tellBlocks(JSON.parse(input.blocksJson) as Block[], input.room);
}

/** What stands around a selection, and the selection itself, as Markdown. */
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

/** How two states of a document differ, each given by its changes. */
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
