import { readdirSync, readFileSync } from 'node:fs';

/** What a process and everything below it use. */
export interface TreeUsage {
  processes: number;
  /** Resident and swapped memory that is not backed by files, in megabytes. */
  memoryMb: number;
}

const MAX_PROCESSES = 1_000;
const MEMORY = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm;

/**
 * Measures a process and its descendants. Reads synchronously: `/proc` answers from memory, and a piece of work that
 * waits for its turn in the thread pool would measure too late. Processes that end meanwhile count as nothing.
 */
export function usageOfTree(pid: number): TreeUsage {
  const pids = processesOf(pid);
  let kilobytes = 0;
  for (const each of pids)
    for (const [, amount] of (read(`/proc/${each}/status`) ?? '').matchAll(MEMORY))
      kilobytes += Number(amount);
  return { processes: pids.length, memoryMb: kilobytes / 1024 };
}

/** A process and its descendants, up to a thousand. */
export function processesOf(pid: number): number[] {
  const found = [pid];
  for (let index = 0; index < found.length && found.length < MAX_PROCESSES; index += 1)
    found.push(...childrenOf(found[index] as number));
  return found;
}

/** Whether this kernel tells the children of a process. */
export function canSeeChildren(): boolean {
  return read(`/proc/${process.pid}/task/${process.pid}/children`) !== null;
}

/** Children of each thread: a child belongs to the thread that started it. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
