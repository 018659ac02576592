import type { Readable } from 'node:stream';
import type { Db } from '@tandem/db';
import type * as z from 'zod';
import type { Context, UserContext } from '../context.ts';
import { type AccessDeclaration, type AccessRule, admit, asUser } from '../trpc/access.ts';

export const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Verb = (typeof verbs)[number];

/** A REST path and verb that call a typed procedure, which has its own access rule. */
export interface ProcedureRow {
  kind: 'procedure';
  verb: Verb;
  /** Parameters are in braces: `/api/channel/{id}`. */
  path: string;
  summary: string;
  /** Dotted name of the procedure in the root router. */
  calls: string;
  /** Legacy name to the procedure's own: `{ id: 'channelId' }`. */
  rename?: Record<string, string>;
  /** Body keys ignored silently: those that GET of the same resource returns, so that it can be put back. */
  ignore?: readonly string[];
  /** Shapes the procedure's answer for these clients. */
  output?(data: unknown, ctx: Context): unknown;
  deprecated?: boolean;
  /** Answers browsers on other origins too, by bearer token only. */
  crossOrigin?: boolean;
}

/** A REST path and verb with custom handling: cookies, redirects, uploads, downloads. */
export interface RawRow {
  kind: 'raw';
  verb: Verb;
  path: string;
  summary: string;
  access: AccessDeclaration;
  /** Answers browsers on other origins too, without credentials: such a caller gets and sends no cookie. */
  crossOrigin?: boolean;
  /** Its body is one file as multipart/form-data, in the field `file`, and nothing else. */
  takesFile?: boolean;
  /** Its body may also be text, Markdown or HTML, passed as the input `content`; it may be long. */
  takesText?: boolean;
  /** Its body may be of any kind, at most 64 kB, and is passed as the input `content`, as it came. */
  takesAny?: boolean;
  /** Schema of path, query and body together. */
  input: z.ZodType;
  handle(ctx: Context, input: unknown, http: HttpExchange): Promise<unknown>;
}

export type RestRow = ProcedureRow | RawRow;

/** HTTP as seen by a raw row, independent of the framework. */
export interface HttpExchange {
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** Path and query as they came. */
  url: string;
  /** Whether the client uses https. */
  secure: boolean;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, path: string): void;
  /**
   * The file of a row that `takesFile`, as a stream.
   * @throws AppError `notMultipart`, or `invalidInput` when the form starts with anything else
   */
  file(): Promise<IncomingFile>;
  /**
   * The form of a row that `takesFile` and wants several: its text fields, which stand before the files, and the files
   * one after another, each to be received before the next is asked for.
   * @throws AppError `notMultipart`, or `invalidInput` when the form holds anything else
   */
  form(): Promise<IncomingForm>;
  /** Aborted when the client hangs up. */
  signal: AbortSignal;
}

/** An incoming file. Its receiver reads all of `content`, or destroys it. */
export interface IncomingFile {
  /** As the client called it: not to be trusted. */
  name: string;
  /** Fails with `tooLarge` past the size that the server takes. */
  content: Readable;
  /**
   * Await after `content` has ended.
   * @throws AppError `invalidInput` when the form contains anything else
   */
  end(): Promise<void>;
}

/** An incoming form with files. */
export interface IncomingForm {
  fields: Record<string, string>;
  files: AsyncIterable<IncomingFile>;
}

export interface CookieOptions {
  path: string;
  /** Seconds. */
  maxAge: number;
}

/** Answered by a raw row to send the browser elsewhere (own paths or a configured provider only). */
export class Redirect {
  readonly location: string;
  constructor(location: string) {
    this.location = location;
  }
}

/** Returned by a raw row instead of the envelope: content and its headers. */
export class Download {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Null: no body. */
  readonly content: Readable | Uint8Array | null;
  constructor(status: number, headers: Record<string, string>, content: Readable | Uint8Array | null) {
    this.status = status;
    this.headers = headers;
    this.content = content;
  }
}

/** Declares a row that calls a procedure; `Output` is the procedure's answer. */
export function row<Output = unknown>(
  definition: Omit<ProcedureRow, 'kind' | 'output'> & { output?(data: Output, ctx: Context): unknown },
): ProcedureRow {
  return { kind: 'procedure', ...definition } as ProcedureRow;
}

type RawDefinition<Schema extends z.ZodType, Ctx> = Omit<RawRow, 'kind' | 'access' | 'input' | 'handle'> & {
  input: Schema;
  handle(ctx: Ctx, input: z.output<Schema>, http: HttpExchange): Promise<unknown>;
};

type GuardedDefinition<Schema extends z.ZodType, Loaded> = RawDefinition<
  Schema,
  UserContext & Loaded & { db: Db }
> & {
  /**
   * Whether a verb other than GET changes nothing the rule guards, so that the right is checked only once.
   */
  isReading?: boolean;
};

/** Starts every row with its own handling; `input` is parsed before `handle` sees it. Each way declares its access. */
export const rawRow = {
  /** For anyone. `reason` justifies that. */
  public: <Schema extends z.ZodType>(reason: string, definition: RawDefinition<Schema, Context>): RawRow =>
    ({ kind: 'raw', access: { kind: 'public', reason }, ...definition }) as RawRow,

  /** For any signed-in person: the operation concerns themselves. */
  signedIn: <Schema extends z.ZodType>({ handle, ...rest }: RawDefinition<Schema, UserContext>): RawRow => ({
    kind: 'raw',
    access: { kind: 'signedIn' },
    ...rest,
    handle: async (ctx, input, http) => handle(asUser(ctx), input as z.output<Schema>, http),
  }),

  /**
   * For anyone the rule admits; `ctx` has what the rule loaded. Unless it is a GET, the rule is checked again
   * at the commit.
   */
  guarded: <Schema extends z.ZodType, Loaded extends object>(
    rule: AccessRule<z.output<Schema>, Loaded>,
    { handle, isReading, ...rest }: GuardedDefinition<Schema, Loaded>,
  ): RawRow => ({
    kind: 'raw',
    access: { kind: 'action', action: rule.action },
    ...rest,
    async handle(anyone, parsed, http) {
      const input = parsed as z.output<Schema>;
      const ctx = asUser(anyone);
      const isRead = isReading ?? rest.verb === 'GET';
      const loaded = isRead ? await rule.check(ctx, input) : await admit(ctx, rule, input);
      return handle({ ...ctx, ...loaded }, input, http);
    },
  }),
};
