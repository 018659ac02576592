import { derivationOf } from './document.derivation.ts';

process.once('message', async (updates: Uint8Array[]) => {
  process.send?.(await derivationOf(updates));
});
