import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import process from 'node:process';
import { checkout } from './checkout.mjs';

/**
 * Ids of processes that run the server of this checkout. Found by /proc, so on Linux only; elsewhere nothing is
 * known and the answer is empty.
 */
export function serversOfCheckout() {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('apps/server/src/main.ts') &&
          readlinkSync(`/proc/${pid}/cwd`) === checkout
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}
