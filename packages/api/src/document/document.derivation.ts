import type { Block } from '@tandem/shared/document/blocks';
import * as Y from 'yjs';
import { countWords, plainText } from './document.plain.ts';

/** What is read of a document, apart from which of its changes it is read of. */
export interface Derivation {
  blocks: Block[];
  markdown: string;
  /** Words without form, a line for each block. */
  text: string;
  wordCount: number;
}

/** Makes what is read of a document from its changes. Loads BlockNote when it is first asked. */
export async function derivationOf(updates: readonly Uint8Array[]): Promise<Derivation> {
  const [{ readBlocks }, { markdownOf }] = await Promise.all([
    import('./document.editor.ts'),
    import('./document.markdown.ts'),
  ]);
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  const blocks = readBlocks(doc);
  const text = plainText(blocks).replaceAll('\0', '').toWellFormed();
  return { blocks, markdown: markdownOf(blocks), text, wordCount: countWords(text) };
}
