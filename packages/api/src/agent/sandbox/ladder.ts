import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { AppError } from '../../core/errors.ts';
import { perProcess } from '../../core/per-process.ts';
import { fairQueue } from '../../core/timing/fair-queue.ts';
import { hasAccounts } from './accounts.ts';
import { bubblewrapBackend, findBubblewrap } from './bubblewrap.ts';
import type { BubblewrapMode } from './bubblewrap-arguments.ts';
import { embeddedBackend } from './embedded.ts';
import { inBubblewrap, inNamespaces, inProcess } from './isolated.ts';
import { embeddedLacks } from './lacks.ts';
import { canSeeChildren } from './process-tree.ts';
import type { SandboxBackend } from './sandbox.ts';

/** A way of running commands, and how it went when it was tried. */
export interface Trial {
  kind: SandboxBackend['kind'];
  /** By what means, for operators. */
  means: string;
  /** Why it is not used; null for what is. */
  problem: string | null;
}

/** What this machine offers. */
export interface SandboxChoice {
  /** Null when not even the last resort works. */
  backend: SandboxBackend | null;
  /** What was tried, the best first, up to what works. */
  trials: Trial[];
}

export interface Rung {
  means: string;
  backend: SandboxBackend;
}

const TRIAL_MS = 20_000;
/** Commands of one workspace that may wait. */
const WAITING = 20;

/** The sandbox of this process, chosen when it is first asked for. */
export const sandboxOf = perProcess(({ settings: { dataDir }, log }) => {
  let choice: Promise<SandboxChoice> | null = null;
  return {
    /** Which it is, and why it is no better one. */
    choose(): Promise<SandboxChoice> {
      choice ??= climb(rungs(), path.join(dataDir, 'workspaces')).then((chosen) => {
        log.info({ trials: chosen.trials }, 'sandbox chosen');
        return { ...chosen, backend: chosen.backend && inTurn(chosen.backend) };
      });
      return choice;
    },
    /** @throws AppError `unavailable` on a machine where nothing works */
    async backend(): Promise<SandboxBackend> {
      const { backend } = await this.choose();
      if (!backend) throw new AppError('unavailable');
      return backend;
    },
  };
});

/** Everything that may work here, the best first. */
export function rungs(): Rung[] {
  if (process.platform !== 'linux') return [...embedded()];
  const bwrap = findBubblewrap();
  const modes: BubblewrapMode[] = [...(hasAccounts() ? ['root' as const] : []), 'closed-user', 'user'];
  const isolated = (program: Parameters<typeof embeddedBackend>[1], dropsAccount: boolean) =>
    embeddedBackend('isolated', program, { lacks: embeddedLacks, dropsAccount });
  return [
    ...(bwrap
      ? modes.map((mode) => ({ means: `bubblewrap, ${mode}`, backend: bubblewrapBackend(bwrap, mode) }))
      : []),
    ...(bwrap
      ? modes.map((mode) => ({
          means: `embedded shell in bubblewrap, ${mode}`,
          backend: isolated(inBubblewrap(bwrap, mode), mode === 'root'),
        }))
      : []),
    ...(hasAccounts()
      ? [{ means: 'embedded shell in unshare, root', backend: isolated(inNamespaces(), true) }]
      : []),
    { means: 'embedded shell in unshare, user', backend: isolated(inNamespaces(), false) },
    ...embedded(),
  ];
}

function embedded(): Rung[] {
  const backend = (dropsAccount: boolean) =>
    embeddedBackend('embedded', inProcess(), { lacks: embeddedLacks, dropsAccount });
  return [
    ...(hasAccounts() ? [{ means: 'embedded shell, account of its own', backend: backend(true) }] : []),
    {
      means: canSeeChildren() ? 'embedded shell' : 'embedded shell, without bounds of memory and processes',
      backend: backend(false),
    },
  ];
}

/** Tries one rung after the other until one works. */
export async function climb(all: readonly Rung[], folder: string): Promise<SandboxChoice> {
  const trials: Trial[] = [];
  if (process.platform === 'linux' && !findBubblewrap())
    trials.push({ kind: 'bubblewrap', means: 'bubblewrap', problem: 'bubblewrap is not installed' });
  for (const { means, backend } of all) {
    const problem = await tryOut(backend, folder);
    trials.push({ kind: backend.kind, means, problem });
    if (problem === null) return { backend, trials };
  }
  return { backend: null, trials };
}

/** Runs each language once. @returns what went wrong, null when nothing did */
export async function tryOut(backend: SandboxBackend, parent: string): Promise<string | null> {
  if (backend.kind !== 'embedded' && !canSeeChildren())
    return 'this kernel does not tell which processes belong to a command';
  const folder = path.join(parent, `trial-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const session = await backend.open(folder);
    try {
      // The folder's own name must mean nothing inside.
      const hidden = backend.kind === 'embedded' ? '' : `[ ! -e '${folder}' ] && `;
      for (const [language, code] of [
        ['shell', `${hidden}echo ready > trial && cat trial`],
        ['python', 'print("ready")'],
        ['javascript', 'console.log("ready")'],
      ] as const) {
        const signal = AbortSignal.timeout(TRIAL_MS);
        const result = await session.run({ language, code, timeoutMs: TRIAL_MS, signal });
        if (result.stdout.trim() !== 'ready')
          return `${language}: ${result.stderr.trim().split('\n')[0]?.slice(0, 200) || result.ended}`;
      }
      return existsSync(path.join(folder, 'trial')) ? null : 'files do not reach the workspace';
    } finally {
      await session.close();
    }
  } catch (error) {
    return String(error instanceof AppError ? (error.cause ?? error) : error).slice(0, 200);
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Has workspaces take turns, so that the commands of many leave the processors to the server as well. */
function inTurn(backend: SandboxBackend): SandboxBackend {
  const queue = fairQueue<symbol>({
    atOnce: Math.max(2, availableParallelism()),
    atOncePerOwner: 1,
    waitingPerOwner: WAITING,
  });
  return {
    ...backend,
    async open(folder) {
      const session = await backend.open(folder);
      const owner = Symbol(folder);
      return { ...session, run: (command) => queue.run(owner, () => session.run(command)) };
    },
  };
}
