import type { SubagentResult } from '@tandem/shared/agent/subagent';
import type { Deferred } from '../deferred.ts';
import type { ToolOptions } from '../types.ts';

/** What tools do in an agent's channel. All throw ToolError with a sentence. */
export interface AgentTools {
  files: AgentFiles;
  /** Null where commands cannot run. */
  sandbox: AgentSandbox | null;
  /** Absent for a sub-agent, which starts none. */
  subagents?: AgentSubagents;
}

/** A part of the work that an agent hands on. */
export interface SubagentTask {
  title: string;
  instructions: string;
}

/** Agents that work on a part of a run. */
export interface AgentSubagents {
  /**
   * Has one work until it answers. Its files are merged when the call is stored.
   * @param options.onProgress is given a `SubagentResult` without its answer
   * @throws ToolError; the signal's reason when it was stopped
   */
  run(task: SubagentTask, options: ToolOptions): Promise<Deferred<SubagentResult>>;
}

/** A part of what there is, with where the next begins. */
export interface FilePart {
  path: string;
  /** Lines with their numbers, or a sentence about what is no text. */
  content: string;
  /** Lines, or pages of what was converted to text. */
  total: number;
  next?: number;
}

export interface ListedFile {
  path: string;
  /** Bytes; of a folder, of all files below. */
  size: number;
  /** Files below; absent for a file. */
  files?: number;
}

export interface FoundLine {
  path: string;
  line: number;
  text: string;
}

/** A change of files, as models read it. */
export interface FilesChanged {
  done: string;
  /** What else happened to files. */
  note?: string;
}

/** Files of an agent's channel. Paths are judged; changes take effect when the call is stored. */
export interface AgentFiles {
  /** Whether changing what is there needs consent whatever the mode: notes that every later run reads. */
  demandsConsent(path: string): boolean;
  /** @param folder '' for the top */
  list(
    folder: string,
    options: { recursive: boolean; from: number },
  ): Promise<{ files: ListedFile[]; total: number; next?: number }>;
  /** @param part first line and number of lines; pages for what is converted to text */
  read(path: string, part: { from: number; limit: number }, signal: AbortSignal): Promise<FilePart>;
  search(query: FileQuery, signal: AbortSignal): Promise<{ found: FoundLine[]; notes: string[] }>;
  write(path: string, content: string, options: ChangeOptions): Promise<Deferred<FilesChanged>>;
  edit(
    path: string,
    edit: { find: string; replacement: string; isForAll: boolean },
    options: ChangeOptions,
  ): Promise<Deferred<FilesChanged>>;
  move(path: string, to: string, options: ChangeOptions): Promise<Deferred<FilesChanged>>;
  delete(path: string, options: ChangeOptions): Promise<Deferred<FilesChanged>>;
}

export interface ChangeOptions {
  /** The person who approved exactly this; absent when no consent was needed. */
  approvedBy: number | undefined;
}

/** What to look for in files. */
export interface FileQuery {
  pattern: string;
  isRegex: boolean;
  ignoresCase: boolean;
  /** Only at or below it; '' for everywhere. */
  folder: string;
  /** A name or path with `*`, `**` and `?`; null for all files. */
  glob: string | null;
}

/** A piece of code to run with the files as its working folder. */
export interface AgentCommand {
  language: 'shell' | 'python' | 'javascript';
  code: string;
  timeoutMs: number;
}

/** What a command did, as models read it. */
export interface CommandResult {
  /** Null when it was stopped. */
  exitCode: number | null;
  /** Why it was stopped; absent when it ended by itself. */
  stopped?: string;
  stdout: string;
  stderr: string;
  seconds: number;
  /** Files that are different now. */
  changed?: string[];
  notes?: string[];
}

/** Where commands of agents run. */
export interface AgentSandbox {
  /** What commands cannot do here, as sentences for models. */
  lacks: readonly string[];
  /** Whether a person should allow each command. */
  needsApproval: boolean;
  run(
    command: AgentCommand,
    options: { signal: AbortSignal; onOutput?(output: Pick<CommandResult, 'stdout' | 'stderr'>): void },
  ): Promise<Deferred<CommandResult>>;
}
