/** A piece of code to run in a workspace. */
export interface SandboxCommand {
  language: 'shell' | 'python' | 'javascript';
  code: string;
  /** Wall-clock milliseconds. */
  timeoutMs: number;
  /** Stops the command and everything it started. */
  signal: AbortSignal;
  /** Called while it runs where the backend can, else once at its end. */
  onOutput?(piece: { stream: 'stdout' | 'stderr'; text: string }): void;
}

/**
 * How a command ended: by itself, or stopped for its time, its memory, the number of its processes, the amount of its
 * output, what it wrote into the workspace, or its signal.
 */
export type SandboxEnd = 'exited' | 'timeout' | 'memory' | 'processes' | 'output' | 'files' | 'stopped';

export interface SandboxResult {
  /** Null when it was stopped; 128 plus its number when a signal ended it. */
  exitCode: number | null;
  /** The first and last part; what is left out between them is named. */
  stdout: string;
  stderr: string;
  ended: SandboxEnd;
  durationMs: number;
}

/** A workspace's folder in which commands run, one after the other. */
export interface SandboxSession {
  /**
   * Runs a command to its end. When it returns, no process of it is left.
   * @throws AppError `unavailable` when it could not be started
   */
  run(command: SandboxCommand): Promise<SandboxResult>;
  /** Stops what runs. The folder is left to its owner. */
  close(): Promise<void>;
}

/** A way of running commands apart from the server. */
export interface SandboxBackend {
  kind: 'bubblewrap' | 'isolated' | 'embedded';
  /** What its commands cannot do, as sentences for models. */
  lacks: readonly string[];
  /** Whether a person should allow each command, because the isolation has no kernel behind it. */
  needsApproval: boolean;
  /** @param folder absolute; belongs to the sandbox until it is closed, and nothing else writes while a command runs */
  open(folder: string): Promise<SandboxSession>;
}

/** Bounds of a command. */
export interface SandboxLimits {
  /** Resident megabytes of all its processes. */
  memoryMb: number;
  processes: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes and number of files in the workspace, beyond which a command is stopped. */
  workspaceBytes: number;
  workspaceFiles: number;
  /** Bytes of output, after which it is stopped. */
  outputBytes: number;
}

export const sandboxLimits: SandboxLimits = {
  memoryMb: 512,
  processes: 64,
  fileBytes: 100 * 1024 * 1024,
  workspaceBytes: 1024 * 1024 * 1024,
  workspaceFiles: 25_000,
  outputBytes: 8 * 1024 * 1024,
};

/** Where commands find the workspace. */
export const WORKSPACE = '/workspace';

/** The result of a command that was stopped before it began. */
export const stopped: SandboxResult = {
  exitCode: null,
  stdout: '',
  stderr: '',
  ended: 'stopped',
  durationMs: 0,
};
