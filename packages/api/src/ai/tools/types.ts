import type * as z from 'zod';
import type { GuardedFetch } from '../../core/fetch/types.ts';

/** What tools may use of the server. */
export interface ToolContext {
  fetch: Pick<GuardedFetch, 'fetchPage'>;
  /** The clock; a test sets it. */
  now?: () => Date;
  /** Documents, as far as the person who asked may write in them; absent where nothing is kept. */
  documents?: DocumentTools;
  /** The person who approved exactly the input the tool runs with; absent: nobody was asked. */
  approvedBy?: number | undefined;
}

/** Something of the team's that the input of a tool names. */
export interface Touched {
  kind: 'document';
  id: string;
  action: 'read' | 'write';
}

/**
 * What assistants do with documents, in the name of the person who asked. Rights are judged where they are used: of
 * that person, of whoever approved, and of those who will read the result, which is everyone who sees the channel. All
 * throw ToolError for what any of these may not.
 */
export interface DocumentTools {
  /**
   * Documents of the app in which it was asked whose names hold these letters, newest first, as far as everyone who
   * sees the channel may see them. `isWhole`: nobody else sees the channel, so there are no others.
   */
  find(name: string): Promise<{ documents: { id: string; name: string }[]; isWhole: boolean }>;
  /** @param approvedBy who approved reading this one; absent: nobody was asked */
  read(documentId: string, approvedBy?: number): Promise<{ name: string; markdown: string }>;
  /** Makes one below the channel in which it was asked. */
  create(document: { title: string; markdown: string }): Promise<{ id: string; name: string }>;
  /** @param approvedBy who approved writing into this one; absent: nobody was asked */
  append(documentId: string, markdown: string, approvedBy?: number): Promise<{ name: string }>;
  /** Whether somebody has to approve this first. */
  needsConsent(touched: Touched): Promise<boolean>;
}

/** A tool that an assistant may call. */
export interface ToolDefinition<Input, Output> {
  /** As models know it: letters, digits and underscores. In camel case it is the key of its name for people. */
  name: string;
  /** Tells the model when and how to call it. */
  description: string;
  input: z.ZodType<Input>;
  /** What of the team's its input names, which decides about consent; absent: nothing. @throws ToolError */
  touches?(input: Input): Touched[];
  /** @throws ToolError with a sentence for the model and the person; anything else is a defect. */
  execute(input: Input, context: ToolContext, options: { signal: AbortSignal }): Promise<Output>;
}

/** A tool of a server outside, as one turn may call it. */
export interface OutsideTool {
  /** As lists of an assistant's tools name it. */
  key: string;
  /** As models know it. Never that of one of ours. */
  name: string;
  /** What people read. */
  title: string;
  /** The name of the server that offers the tool. */
  source: string;
  description: string;
  /** JSON schema, from outside. */
  inputSchema: object;
  /** Whether someone has to consent before it runs, as it is now. @throws ToolError when it is not allowed any more */
  needsApproval(): Promise<boolean>;
  /** @throws ToolError with a sentence for the model and the person */
  run(input: object, signal: AbortSignal): Promise<unknown>;
}

/** A tool that could not do what was asked; the message is safe to show. */
export class ToolError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ToolError';
  }

  /** The sentence alone, since this is what the model and the person read. */
  override toString(): string {
    return this.message;
  }
}
