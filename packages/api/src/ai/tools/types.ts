import type * as z from 'zod';
import type { GuardedFetch } from '../../core/fetch/types.ts';

/** What tools may use of the server. */
export interface ToolContext {
  fetch: Pick<GuardedFetch, 'fetchPage'>;
  /** The clock; a test sets it. */
  now?: () => Date;
  /** Documents, as far as the person who asked may write in them; absent where nothing is kept. */
  documents?: DocumentDesk;
}

/** What assistants do with documents, in the name of the person who asked. All throw ToolError for what they may not. */
export interface DocumentDesk {
  /** Documents of the app in which it was asked whose names hold these letters, newest first. */
  find(name: string): Promise<{ id: string; name: string }[]>;
  read(documentId: string): Promise<{ name: string; markdown: string }>;
  /** Makes one below the channel in which it was asked. */
  create(document: { title: string; markdown: string }): Promise<{ id: string; name: string }>;
  append(documentId: string, markdown: string): Promise<{ name: string }>;
  /** Whether it belongs to another app than that in which it was asked. */
  isElsewhere(documentId: string): Promise<boolean>;
}

/** A tool that an assistant may call. */
export interface ToolDefinition<Input, Output> {
  /** As models know it: letters, digits and underscores. In camel case it is the key of its name for people. */
  name: string;
  /** Tells the model when and how to call it. */
  description: string;
  input: z.ZodType<Input>;
  /** Whether someone has to consent before it runs with this input; absent: never. @throws ToolError */
  needsConsent?(input: Input, context: ToolContext): Promise<boolean>;
  /** @throws ToolError with a sentence for the model and the person; anything else is a defect. */
  execute(input: Input, context: ToolContext, options: { signal: AbortSignal }): Promise<Output>;
}

/** A tool of a server outside, as one turn may call it. */
export interface OutsideTool {
  /** As models know it. Never that of one of ours. */
  name: string;
  /** What people read. */
  title: string;
  /** Whose tool it is: the server's name. */
  source: string;
  description: string;
  /** JSON schema, from outside. */
  inputSchema: object;
  /** Whether someone has to consent before it runs. */
  needsApproval: boolean;
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
