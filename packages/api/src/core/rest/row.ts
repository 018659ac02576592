import type { Readable } from 'node:stream';
import type { Db } from '@tandem/db';
import type * as z from 'zod';
import type { Context, UserContext } from '../context.ts';
import { type AccessDeclaration, type AccessRule, admit, asUser } from '../trpc/access.ts';

export const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Verb = (typeof verbs)[number];

/** One REST path and verb that answers by calling a typed procedure. Access is the procedure's own. */
export interface ProcedureRow {
  kind: 'procedure';
  verb: Verb;
  /** With parameters in braces: `/api/channel/{id}`. */
  path: string;
  summary: string;
  /** Dotted name of the procedure in the root router. */
  calls: string;
  /** Legacy name to the procedure's own: `{ id: 'channelId' }`. */
  rename?: Record<string, string>;
  /** Body keys dropped quietly: those which the GET of the same thing returns, so that it can be put back. */
  ignore?: readonly string[];
  /** Shapes the procedure's answer for these clients. */
  output?(data: unknown, ctx: Context): unknown;
  deprecated?: boolean;
  /** Answers browsers on other origins too, by bearer token only. */
  crossOrigin?: boolean;
}

/** One REST path and verb with its own handling: cookies, redirects, uploads, downloads. */
export interface RawRow {
  kind: 'raw';
  verb: Verb;
  path: string;
  summary: string;
  access: AccessDeclaration;
  /** Answers browsers on other origins too, without credentials: such a caller gets and sends no cookie. */
  crossOrigin?: boolean;
  /** Its body is one file by multipart/form-data, in the field `file`, and nothing else is taken as a body. */
  takesFile?: boolean;
  /** Its body may also be a text, Markdown or HTML, which becomes the input `content`; and may be long. */
  takesText?: boolean;
  /** What path, query and body must hold together. */
  input: z.ZodType;
  handle(ctx: Context, input: unknown, http: HttpExchange): Promise<unknown>;
}

export type RestRow = ProcedureRow | RawRow;

/** What a raw row may see and do of HTTP, without knowing the framework. */
export interface HttpExchange {
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** Path and query as they came. */
  url: string;
  /** Whether the client reached the server over https. */
  secure: boolean;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, path: string): void;
  /**
   * The file of a row that `takesFile`; its bytes come as they arrive.
   * @throws AppError `notMultipart`, or `invalidInput` when the form begins with anything else
   */
  file(): Promise<IncomingFile>;
  /** Aborted when the client hangs up. */
  signal: AbortSignal;
}

/** A file on its way in. Whoever takes it reads all of `content`, or destroys it. */
export interface IncomingFile {
  /** As the client called it: not to be trusted. */
  name: string;
  /** Fails with `tooLarge` past the size that the server takes. */
  content: Readable;
  /**
   * To be awaited after `content` has ended.
   * @throws AppError `invalidInput` when the form holds anything else
   */
  end(): Promise<void>;
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

/** Answered by a raw row in place of the envelope: bytes, and the headers that say what they are. */
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
  /** Although it is no GET, it changes nothing that the rule guards: the right is judged once. */
  isReading?: boolean;
};

/** Starts every row with its own handling; `input` is parsed before `handle` sees it. Each way declares its access. */
export const rawRow = {
  /** For anyone. `reason` says why that is right. */
  public: <Schema extends z.ZodType>(reason: string, definition: RawDefinition<Schema, Context>): RawRow =>
    ({ kind: 'raw', access: { kind: 'public', reason }, ...definition }) as RawRow,

  /** For any signed-in person: the operation concerns themselves. */
  signedIn: <Schema extends z.ZodType>({ handle, ...rest }: RawDefinition<Schema, UserContext>): RawRow => ({
    kind: 'raw',
    access: { kind: 'signedIn' },
    ...rest,
    handle: async (ctx, input, http) => handle(asUser(ctx), input as z.output<Schema>, http),
  }),

  /** For whoever the rule admits; what the rule loaded is in `ctx`. What is not a GET is judged again as it commits. */
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
