import { accessSync, constants } from 'node:fs';
import { giveFolder, releaseAccount, takeAccount } from './accounts.ts';
import { type BubblewrapMode, bubblewrapArguments, type Mount } from './bubblewrap-arguments.ts';
import { runProgram, startProgram } from './process.ts';
import {
  type SandboxBackend,
  type SandboxCommand,
  type SandboxLimits,
  type SandboxResult,
  type SandboxSession,
  sandboxLimits,
  stopped,
  WORKSPACE,
} from './sandbox.ts';
import { seccompFilter } from './seccomp.ts';

/** This process's own program, which also runs the JavaScript of commands. */
export const NODE: Mount = { from: process.execPath, to: '/opt/node/bin/node' };

/** Megabytes that Node reserves without using them. */
export const NODE_RESERVES_MB = 1_024;

const environment = {
  PATH: '/opt/node/bin:/usr/local/bin:/usr/bin:/bin',
  HOME: WORKSPACE,
  USER: 'agent',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  TMPDIR: '/tmp',
  PYTHONPATH: WORKSPACE,
  PYTHONUNBUFFERED: '1',
  // Otherwise every import leaves files in the workspace.
  PYTHONDONTWRITEBYTECODE: '1',
  // Otherwise libraries of numbers start a thread for each processor, each with memory of its own.
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
};

/** How the code of a language is run, from a file of its own. */
const languages: Record<SandboxCommand['language'], { file: string; argv: readonly string[] }> = {
  shell: { file: '/run/code/main.sh', argv: ['bash', '/run/code/main.sh'] },
  python: { file: '/run/code/main.py', argv: ['python3', '/run/code/main.py'] },
  // By its input, so that what it imports is looked for in the workspace.
  javascript: {
    file: '/run/code/main.js',
    argv: ['sh', '-c', 'exec node --max-old-space-size=384 - < /run/code/main.js'],
  },
};

/** Runs one command in bubblewrap. */
export async function runInBubblewrap(
  bwrap: string,
  { mode, folder, uid }: { mode: BubblewrapMode; folder: string; uid: number },
  command: SandboxCommand,
  limits: SandboxLimits = sandboxLimits,
): Promise<SandboxResult> {
  const { file, argv } = languages[command.language];
  const filter = seccompFilter();
  const inputs = [...(filter ? [filter] : []), Buffer.from(command.code)];
  const args = bubblewrapArguments({
    mode,
    folder,
    uid,
    seccomp: filter ? 3 : null,
    mounts: [NODE],
    files: [{ descriptor: 2 + inputs.length, to: file }],
    environment,
    limits,
    // Python says that its memory is used up, where a program that is stopped for it could not.
    dataMb: limits.memoryMb + (command.language === 'python' ? 0 : NODE_RESERVES_MB),
    cpuSeconds: Math.ceil(command.timeoutMs / 1000) + 1,
  });
  if (mode === 'root') await giveFolder(folder, uid);
  if (command.signal.aborted) return stopped;
  return runProgram(startProgram({ file: bwrap, args: [...args, ...argv], inputs }), folder, command, limits);
}

/** The best sandbox: this machine's own programs, apart from everything else of it. */
export function bubblewrapBackend(bwrap: string, mode: BubblewrapMode): SandboxBackend {
  return {
    kind: 'bubblewrap',
    lacks: ['There is no network.'],
    needsApproval: false,
    async open(folder): Promise<SandboxSession> {
      const uid = mode === 'root' ? await takeAccount(folder) : 0;
      // So that what is written next belongs to it from the start.
      if (mode === 'root') await giveFolder(folder, uid);
      const closed = new AbortController();
      let running: Promise<unknown> = Promise.resolve();
      return {
        run(command) {
          const signal = AbortSignal.any([command.signal, closed.signal]);
          // One after the other: nothing may change the folder while it is prepared for a command.
          const result = running.then(() =>
            runInBubblewrap(bwrap, { mode, folder, uid }, { ...command, signal }),
          );
          running = result.catch(() => {});
          return result;
        },
        async close() {
          closed.abort();
          await running;
          if (mode === 'root') releaseAccount(uid);
        },
      };
    },
  };
}

/** The program of bubblewrap on this machine. */
export function findBubblewrap(): string | null {
  for (const file of ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'])
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not there.
    }
  return null;
}
