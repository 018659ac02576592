import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between looks. */
const EVERY_MS = 50;

/** Watches the greatest resident memory of child processes of our servers, by the module that they run. Linux only. */
export function watchChildren(module: string): { stop(): Promise<number> } {
  let greatest = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      for (const pid of readdirSync('/proc'))
        if (/^\d+$/.test(pid)) greatest = Math.max(greatest, peakOf(pid, module));
      await sleep(EVERY_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return greatest;
    },
  };
}

/** The most bytes that a process held so far; 0 for other modules, and for processes that ended. */
function peakOf(pid: string, module: string): number {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (!command.includes(module) || !command.includes(process.cwd())) return 0;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
