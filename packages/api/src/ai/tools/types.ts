import type * as z from 'zod';
import type { GuardedFetch } from '../../core/fetch/types.ts';
import type { CitablePage } from '../context/sources.ts';
import type { AgentTools } from './agent/types.ts';

/** Server resources available to tools. */
export interface ToolContext {
  fetch: Pick<GuardedFetch, 'fetchPage'>;
  /** The clock; a test sets it. */
  now?: () => Date;
  /** Documents on behalf of the asker; absent where nothing is stored. */
  documents?: DocumentTools;
  /** Sources that the answer may quote, on behalf of the asker; absent for none. */
  sources?: SourceTools;
  /** Documents and messages of the workspace, on behalf of the asker; absent where nobody reads the answer in a channel. */
  workspace?: WorkspaceTools;
  /** Files and commands of an agent's channel; absent elsewhere. */
  agent?: AgentTools;
  /** Addresses that may be read without consent; absent for none. */
  written?: WrittenAddresses;
  /** The person who approved exactly this input; absent when no consent was needed. */
  approvedBy?: number | undefined;
}

/** Addresses outside that people wrote, so that asking for them tells nobody anything. */
export interface WrittenAddresses {
  /**
   * Whether an address may be read without consent now. It counts once in an answer: asking again and again for a few
   * addresses could spell out words.
   */
  take(url: URL): Promise<boolean>;
}

/** A resource of the team named in a tool's input. */
export interface Touched {
  kind: 'document';
  id: string;
  action: 'read' | 'write';
}

/**
 * Document operations of assistants, on behalf of the asker. Each use checks the rights of the asker, of the
 * approver, and of everyone who will read the result, which is the channel's audience. All throw ToolError
 * when one of them lacks the right.
 */
export interface DocumentTools {
  /**
   * Finds documents of the current app by name, newest first, as far as the whole audience of the channel may
   * see them. `isWhole` means that nobody else sees the channel, so nothing was left out.
   */
  find(name: string): Promise<{ documents: { id: string; name: string }[]; isWhole: boolean }>;
  /** @param approvedBy who approved reading this document; absent when no consent was needed */
  read(documentId: string, approvedBy?: number): Promise<{ name: string; markdown: string }>;
  /** Creates a document below the current channel. */
  create(document: { title: string; markdown: string }): Promise<{ id: string; name: string }>;
  /** @param approvedBy who approved writing into this document; absent when no consent was needed */
  append(documentId: string, markdown: string, approvedBy?: number): Promise<{ name: string }>;
  /** Whether this needs consent first. */
  needsConsent(touched: Touched): Promise<boolean>;
}

/**
 * Reading of the sources that an answer may quote, which has numbers from 1. Each use judges the asker's rights
 * again. All throw ToolError when no source can be read any more, or none has that number.
 */
export interface SourceTools {
  /** Passages that fit a query, best first. */
  search(query: string): Promise<{ passages: (CitablePage & { source: string })[]; searched: number }>;
  /** Consecutive pages; `next` is the first that did not fit. */
  read(
    source: number,
    pages: { from: number; to: number },
  ): Promise<{ source: string; pages: CitablePage[]; next: number | null }>;
  /** How the pages of a source begin. */
  outline(
    source: number,
    from: number,
  ): Promise<{ source: string; pages: number; outline: { id: string; label: string; begins: string }[] }>;
  list(from: number): Promise<{
    sources: { number: number; name: string; pages: number; isReady: boolean }[];
    next: number | null;
  }>;
  /** The pages of a sheet, for calculating with its rows. */
  rows(source: number, sheet: string | null): Promise<CitablePage[]>;
}

/**
 * Search in documents and messages, as far as the asker and everyone who will read the answer may view them at each
 * call. Ids name a document or message by the first digits of its own.
 */
export interface WorkspaceTools {
  /** Passages that fit a query, best first. `isWhole` means that nobody else reads the channel, so nothing was left out. */
  search(query: string): Promise<{ passages: (CitablePage & { source: string })[]; isWhole: boolean }>;
  /**
   * Reads a document from a part on, or the messages around one; `next` is the first part that did not fit.
   * @throws ToolError when one of these people may not view it
   */
  read(id: { kind: 'D' | 'M'; beginning: string; part: number }): Promise<{
    pages: (CitablePage & { source: string })[];
    next: number | null;
  }>;
}

/** A tool that an assistant may call. */
export interface ToolDefinition<Input, Output> {
  /** Name for models: letters, digits and underscores. Its camel case is the key of its display name. */
  name: string;
  /** Explains to the model when and how to call it. */
  description: string;
  /** What else to say about it here, such as what it lacks on this machine; absent for nothing. */
  notes?(context: ToolContext): readonly string[];
  input: z.ZodType<Input>;
  /** What the input is after somebody decided, where it differs from what the model may give. */
  decided?: z.ZodType<Input>;
  /**
   * Returns the team's resources named in its input, which decide about consent; absent for none.
   * @throws ToolError
   */
  touches?(input: Input): Touched[];
  /**
   * Returns the address outside that its input names, which needs consent unless people wrote it; absent for a tool
   * that asks for none.
   * @throws ToolError
   */
  opens?(input: Input): URL;
  /** Whether this input needs consent whatever the mode and the rules say; absent for never. */
  demandsConsent?(input: Input, context: ToolContext): boolean;
  /** The path that a call is about, for consent to all later calls about it; absent where there is no such consent. */
  scope?(input: Input): string | null;
  /** Milliseconds after which a call is given up; absent for the usual. */
  timeoutMs?(input: Input): number;
  /** Whether it may run again where it is not known whether it ran: it reads, or its result is `Deferred`. */
  isRepeatable?: boolean;
  /** Whether it waits for the calls before it of the same step, since it relies on what they did. */
  isInOrder?: boolean;
  /**
   * @returns what the model reads; a `Deferred` takes effect only when it is stored
   * @throws ToolError with a sentence for the model and the person; anything else is a defect.
   */
  execute(input: Input, context: ToolContext, options: ToolOptions): Promise<Output>;
}

/** How a call is run. */
export interface ToolOptions {
  /** Ends it. */
  signal: AbortSignal;
  /** Shows what a call has put out so far, which may be often; absent where nobody watches. */
  onProgress?(output: unknown): void;
}

/** A tool of an MCP server, as available to one turn. */
export interface OutsideTool {
  /** As lists of an assistant's tools name it. */
  key: string;
  /** Name for models, never that of a built-in tool. */
  name: string;
  /** Display name. */
  title: string;
  /** The name of the server that offers the tool. */
  source: string;
  description: string;
  /** JSON schema, from outside. */
  inputSchema: object;
  /**
   * Whether it needs consent by its current settings.
   * @throws ToolError when it is no longer allowed
   */
  needsApproval(): Promise<boolean>;
  /** @throws ToolError with a sentence for the model and the person */
  run(input: object, signal: AbortSignal): Promise<unknown>;
}

/** A tool could not do what was asked; the message is safe to show. */
export class ToolError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ToolError';
  }

  /** The sentence alone, since the model and the person read this. */
  override toString(): string {
    return this.message;
  }
}

/** A tool that failed by itself, or by what it stands on: its cause. */
export class ToolDefect extends ToolError {}
