import type * as z from 'zod';
import type { GuardedFetch } from '../../core/fetch/types.ts';

/** What tools may use of the server. */
export interface ToolContext {
  fetch: Pick<GuardedFetch, 'fetchPage'>;
  /** The clock; a test sets it. */
  now?: () => Date;
}

/** A tool that an assistant may call. */
export interface ToolDefinition<Input, Output> {
  /** As models know it: letters, digits and underscores. In camel case it is the key of its name for people. */
  name: string;
  /** Tells the model when and how to call it. */
  description: string;
  input: z.ZodType<Input>;
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
