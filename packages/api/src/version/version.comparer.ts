import type { Difference } from '@tandem/shared/version/difference';
import { differenceOf } from './version.difference.ts';
import { documentFrom } from './version.state.ts';

/** Two states of one document, as they are kept. */
export interface States {
  before: Uint8Array;
  after: Uint8Array;
}

/** How two kept states differ. Loads BlockNote when it is first asked. */
export async function statesDifference({ before, after }: States): Promise<Difference> {
  const { readBlocks } = await import('../document/document.editor.ts');
  return differenceOf(readBlocks(documentFrom(before)), readBlocks(documentFrom(after)));
}
