import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { Writable } from 'node:stream';
import { AppError } from '../../core/errors.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { watchGrowth } from './disk-usage.ts';
import { availableMemory } from './memory.ts';
import { BoundedText } from './output.ts';
import { processesOf, usageOfTree } from './process-tree.ts';
import type { SandboxCommand, SandboxEnd, SandboxLimits, SandboxResult } from './sandbox.ts';

/** Milliseconds between measurements of memory, and of the disk. */
const MEASURE_EVERY_MS = 40;
const DISK_EVERY_MS = 200;
/** Memory of the machine or container that is left to the server: below it, commands are stopped. */
const SPARED_SHARE = 0.04;
const SPARED_MB = 64;
/** How much commands leave the processor to the server. */
const NICENESS = 15;

/** A program with what it is given. */
export interface Program {
  file: string;
  args: readonly string[];
  /** Contents of its descriptors from 3 on; null for one that `give` fills once it has started. */
  inputs: readonly (Uint8Array | null)[];
  /** The account it runs as from its start. */
  uid?: number;
}

/** A program that has started, and is bounded as soon as it is run. */
export interface StartedProgram {
  child: ChildProcess;
  /** Fills the descriptor that was left open. */
  give(input: Uint8Array): void;
  /** Its end, or why it did not start. */
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) endProgram(child);
});

/**
 * Kills a program and its group: bubblewrap's first child would wait for ever for a parent that is killed as it starts.
 */
export function endProgram(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Starts a program with an empty environment, which takes down everything below it when it is killed. */
export function startProgram(program: Program): StartedProgram {
  const { file, args, inputs, uid } = watched(program);
  const child = spawn(file, args, {
    // Also what is first in a sandbox could read it.
    env: {},
    cwd: '/',
    // A group of its own, which ends together.
    detached: true,
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe', ...inputs.map(() => 'pipe' as const)],
  });
  const exit = Promise.withResolvers<{ code: number | null; signal: NodeJS.Signals | null }>();
  exit.promise.catch(() => {});
  living.add(child);
  child.once('error', (error) => {
    living.delete(child);
    exit.reject(new AppError('unavailable', {}, error));
  });
  child.once('exit', () => {
    // Nobody reads them any more, and open ones would keep this process from ending.
    for (const pipe of child.stdio.slice(3)) pipe?.destroy();
  });
  // Its output ends with the last process that could write to it.
  child.once('close', (code, signal) => {
    living.delete(child);
    exit.resolve({ code, signal });
  });
  const fill = (index: number, input: Uint8Array) => {
    const pipe = child.stdio[3 + index];
    if (pipe instanceof Writable) pipe.end(input);
  };
  inputs.forEach((input, index) => {
    // A program that ends before it reads is noticed by its end.
    child.stdio[3 + index]?.on('error', () => {});
    if (input) fill(index, input);
  });
  return { child, give: (input) => fill(inputs.indexOf(null), input), exit: exit.promise };
}

/**
 * A program whose group ends with this process: another of the group waits for the end of a descriptor that only this
 * process holds. Also what bubblewrap starts first would not notice. On Windows nothing ends it.
 */
function watched(program: Program): Program {
  if (process.platform === 'win32') return program;
  const last = 3 + program.inputs.length;
  const script = `{ read -r _ <&${last}; kill -9 0; } >/dev/null 2>&1 & exec ${last}<&-; exec "$@"`;
  return {
    ...program,
    file: '/bin/sh',
    args: ['-c', script, 'sh', program.file, ...program.args],
    inputs: [...program.inputs, null],
  };
}

/**
 * Bounds a program until it ends.
 * @throws AppError `unavailable` when it did not start
 */
export async function runProgram(
  { child, exit }: StartedProgram,
  folder: string,
  command: Pick<SandboxCommand, 'timeoutMs' | 'signal' | 'onOutput'>,
  limits: SandboxLimits,
): Promise<SandboxResult> {
  const began = steadyMs();
  const texts = { stdout: new BoundedText(), stderr: new BoundedText() };
  let ended: SandboxEnd = 'exited';
  const stop = (reason: SandboxEnd) => {
    if (ended === 'exited') ended = reason;
    endProgram(child);
  };
  let received = 0;
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.on('data', (bytes: Buffer) => {
      // What comes between the signal and the end of the program is not kept.
      if (ended !== 'exited') return;
      received += bytes.length;
      const text = texts[stream].push(bytes);
      if (text !== '') command.onOutput?.({ stream, text });
      if (received > limits.outputBytes) stop('output');
    });
  // A child that was started ahead got ready as fast as it could.
  for (const pid of child.pid === undefined ? [] : processesOf(child.pid)) beNice(pid);
  const isGrown = await watchGrowth(folder, { bytes: limits.workspaceBytes, files: limits.workspaceFiles });
  const end = watch(child, { stop, isGrown, command, limits });
  try {
    const { code, signal } = await exit;
    for (const text of Object.values(texts)) text.end();
    return {
      exitCode: ended === 'exited' ? (code ?? 128 + (signal ? constants.signals[signal] : 0)) : null,
      stdout: String(texts.stdout),
      stderr: String(texts.stderr),
      ended,
      durationMs: Math.round(steadyMs() - began),
    };
  } finally {
    end();
  }
}

/** Stops a program that uses too much. */
function watch(
  child: ChildProcess,
  {
    stop,
    isGrown,
    command,
    limits,
  }: {
    stop(reason: SandboxEnd): void;
    isGrown(): Promise<boolean>;
    command: Pick<SandboxCommand, 'timeoutMs' | 'signal'>;
    limits: SandboxLimits;
  },
): () => void {
  const abort = () => stop('stopped');
  const timer = setTimeout(() => stop('timeout'), command.timeoutMs);
  const measure = setInterval(() => {
    const { memoryMb, processes } = usageOfTree(child.pid as number);
    const { share, megabytes } = availableMemory();
    const isScarce = share < SPARED_SHARE || megabytes < SPARED_MB;
    if (memoryMb > limits.memoryMb || isScarce) stop('memory');
    // The programs that make the sandbox and watch over it count as well; without privileges nothing else bounds them.
    else if (processes > limits.processes + 6) stop('processes');
  }, MEASURE_EVERY_MS);
  let isLooking = false;
  const look = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    if (await isGrown().catch(() => false)) stop('files');
    isLooking = false;
  }, DISK_EVERY_MS);
  command.signal.addEventListener('abort', abort, { once: true });
  if (command.signal.aborted) abort();
  return () => {
    clearTimeout(timer);
    clearInterval(measure);
    clearInterval(look);
    command.signal.removeEventListener('abort', abort);
  };
}

function beNice(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has ended already.
  }
}
