import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { giveFolder, givePassage, hasAccounts, releaseAccount, takeAccount } from './accounts.ts';
import { endProgram, type Program, runProgram, type StartedProgram, startProgram } from './process.ts';
import {
  type SandboxBackend,
  type SandboxCommand,
  type SandboxLimits,
  type SandboxResult,
  type SandboxSession,
  sandboxLimits,
  stopped,
} from './sandbox.ts';

/** What the child of the embedded shell is told to do. */
export type EmbeddedRequest = Pick<SandboxCommand, 'language' | 'code' | 'timeoutMs'>;

/** Milliseconds that a child which has started waits for a command. */
const IDLE_MS = 60_000;

/** Where a child finds what it loads, on this machine or in a namespace. */
export interface EmbeddedPaths {
  /** Folders of packages. No link in them leads out of them all. */
  packages: readonly string[];
  code: string;
  folder: string;
}

/** All packages and the code of the sandbox on this machine. */
export const here = {
  modules: fileURLToPath(new URL('../../../../../node_modules', import.meta.url)),
  code: realpathSync(fileURLToPath(new URL('.', import.meta.url))),
};

/** Makes the program of a child, which takes its command by descriptor 3. */
export type EmbeddedProgram = (options: {
  folder: string;
  uid: number | null;
  limits: SandboxLimits;
}) => Program;

/** Arguments of Node for a child. */
export function embeddedArguments({ packages, code, folder }: EmbeddedPaths): string[] {
  return [
    '--max-old-space-size=384',
    '--no-warnings',
    '--permission',
    // For the interpreters of Python and JavaScript; `embedded.lock` bounds which.
    '--allow-worker',
    ...[...packages, code, folder].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    `--import=${code}/embedded.lock.ts`,
    `${code}/embedded.child.ts`,
    folder,
  ];
}

/**
 * A sandbox whose shell, Python and JavaScript are interpreters inside a child process, one for each command. The next
 * child starts ahead, since it takes longer to start than most commands to run.
 */
export function embeddedBackend(
  kind: 'isolated' | 'embedded',
  makeProgram: EmbeddedProgram,
  {
    lacks,
    dropsAccount,
    limits = sandboxLimits,
  }: { lacks: readonly string[]; dropsAccount: boolean; limits?: SandboxLimits },
): SandboxBackend {
  return {
    kind,
    lacks,
    needsApproval: kind === 'embedded',
    async open(folder): Promise<SandboxSession> {
      const uid = dropsAccount && hasAccounts() ? await takeAccount(folder) : null;
      if (uid !== null) await giveFolder(folder, uid);
      if (uid !== null && kind === 'embedded') await givePassage(folder);
      const closed = new AbortController();
      const spare = new Spare(() => startProgram(makeProgram({ folder, uid, limits })));
      spare.prepare();
      let running: Promise<unknown> = Promise.resolve();

      async function run(command: SandboxCommand): Promise<SandboxResult> {
        const signal = AbortSignal.any([command.signal, closed.signal]);
        if (signal.aborted) return stopped;
        if (uid !== null) await giveFolder(folder, uid);
        const program = spare.take();
        const { language, code, timeoutMs } = command;
        program.give(Buffer.from(JSON.stringify({ language, code, timeoutMs } satisfies EmbeddedRequest)));
        try {
          return await runProgram(program, folder, { ...command, signal }, limits);
        } finally {
          if (!closed.signal.aborted) spare.prepare();
        }
      }

      return {
        run(command) {
          const result = running.then(() => run(command));
          running = result.catch(() => {});
          return result;
        },
        async close() {
          closed.abort();
          await running;
          await spare.end();
          if (uid !== null) releaseAccount(uid);
        },
      };
    },
  };
}

/** The child for the next command. */
class Spare {
  private readonly start: () => StartedProgram;
  private program: StartedProgram | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(start: () => StartedProgram) {
    this.start = start;
  }

  prepare(): void {
    const program = this.start();
    this.program = program;
    this.timer = setTimeout(() => void this.end(), IDLE_MS).unref();
    program.child.once('exit', () => {
      if (this.program === program) this.program = null;
    });
  }

  take(): StartedProgram {
    clearTimeout(this.timer);
    const program = this.program ?? this.start();
    this.program = null;
    return program;
  }

  async end(): Promise<void> {
    clearTimeout(this.timer);
    const { program } = this;
    this.program = null;
    if (program) endProgram(program.child);
    await program?.exit.catch(() => {});
  }
}
