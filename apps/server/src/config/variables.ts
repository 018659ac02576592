import { isIP } from 'node:net';
import { MOST_TURNS_PER_PERSON, MOST_UPLOAD_MEGABYTES } from '@tandem/shared/setting/schema';
import * as z from 'zod';

/** An environment variable: its type, and its text in `.env.example`. */
export interface Variable {
  meaning: string;
  /** Text of `.env.example`: the default value, or the default behaviour. */
  unset: string;
  /** Finishes the sentence "NAME must be …". */
  must: string;
  schema: z.ZodType;
  /** Its value is never repeated in a message. */
  secret?: boolean;
}

const text = z.string().min(1);

function url(...protocols: string[]) {
  const start = new RegExp(`^(${protocols.join('|')})://\\S+$`, 'i');
  return z.string().regex(start);
}

/** Checks host and port as well: libraries would fail, or connect elsewhere, only on use. */
function serverUrl(...protocols: string[]) {
  return url(...protocols).refine((value) => (URL.parse(value)?.hostname ?? '') !== '');
}

/** Four numbers with dots are an address; a name of that form would be looked up. */
function isHost(value: string): boolean {
  return /^[\w.:-]+$/.test(value) && (!/^[\d.]+$/.test(value) || isIP(value) === 4);
}

function wholeNumber(most: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((number) => number >= 1 && number <= most);
}

const webUrl = z
  .string()
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''))
  .transform((value) => value.replace(/\/+$/, ''));

const origin = webUrl.refine((value) => new URL(value).origin === value).transform((value) => value);

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyAddress(entry: string): boolean {
  if (proxyNames.includes(entry)) return true;
  const [address = '', bits, ...more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  // A range of every address would believe whatever anyone writes about themselves.
  return /^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

/** Every variable with a fixed name, in the order of `.env.example`. OIDC_<ID>_* is in `oidc.ts`. */
export const variables = {
  HOST: {
    meaning: 'Address the server listens on; 0.0.0.0 for every one.',
    unset: '127.0.0.1',
    must: 'a host name or an IP address',
    schema: z.string().refine(isHost),
  },
  PORT: {
    meaning: 'Port the server listens on; 0 for any free one.',
    unset: '3000',
    must: 'a whole number from 0 to 65535',
    schema: z
      .string()
      .regex(/^\d+$/)
      .transform(Number)
      .refine((port) => port <= 65_535),
  },
  PUBLIC_URL: {
    meaning: 'How people reach the installation, when not by HOST and PORT.',
    unset: 'http://127.0.0.1:3000, from HOST and PORT',
    must: 'a URL like https://tandem.example.org, without a path',
    schema: origin,
  },
  DATA_DIR: {
    meaning: 'Folder of the embedded database, files and generated secrets; relative to the checkout.',
    unset: './data',
    must: 'a folder',
    schema: text,
  },
  DATABASE_URL: {
    meaning: 'A PostgreSQL server of version 15 or newer, instead of the embedded one.',
    unset: 'the embedded PostgreSQL 18',
    must: 'a URL like postgres://user:password@host:5432/database',
    schema: url('postgres', 'postgresql'),
    secret: true,
  },
  REDIS_URL: {
    meaning: 'Carries live messages and limits between several servers, instead of PostgreSQL.',
    unset: 'PostgreSQL carries them',
    must: 'a URL like redis://host:6379',
    schema: serverUrl('redis', 'rediss'),
    secret: true,
  },
  S3_ENDPOINT: {
    meaning: 'An object storage that speaks the protocol of S3, for files. Then all five S3_* are needed.',
    unset: 'files lie in DATA_DIR/files',
    must: 'a URL like https://s3.example.org',
    schema: webUrl,
  },
  S3_BUCKET: {
    meaning: 'Bucket of the object storage; it must exist.',
    unset: 'no object storage',
    must: 'the name of a bucket, like tandem-files',
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  },
  S3_REGION: {
    meaning: 'Region of the object storage; auto or us-east-1 where the service has none.',
    unset: 'no object storage',
    must: 'a region like eu-central-1',
    schema: z.string().regex(/^[\w-]+$/),
  },
  S3_ACCESS_KEY_ID: {
    meaning: 'Name of the key for the object storage.',
    unset: 'no object storage',
    must: 'a key id',
    schema: text,
    secret: true,
  },
  S3_SECRET_ACCESS_KEY: {
    meaning: 'The key for the object storage.',
    unset: 'no object storage',
    must: 'a key',
    schema: text,
    secret: true,
  },
  SECRET_KEY: {
    meaning: 'Signs sessions and encrypts provider keys. Several servers share one. At least 32 characters.',
    unset: 'made once and kept in DATA_DIR',
    must: 'at least 32 characters long',
    schema: z.string().min(32),
    secret: true,
  },
  SMTP_URL: {
    meaning: 'Server for outgoing mail.',
    unset: 'sign-in codes appear in the output of the server',
    must: 'a URL like smtp://user:password@host:587',
    schema: serverUrl('smtp', 'smtps'),
    secret: true,
  },
  MAIL_FROM: {
    meaning: 'Sender of outgoing mail.',
    unset: 'Tandem <tandem@localhost>',
    must: 'an address like Tandem <tandem@example.org>',
    schema: z.string().regex(/^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/),
  },
  EMAIL_CODES: {
    meaning:
      'on or off: whether people sign in by mailed codes. on is the way back in when third parties fail.',
    unset: 'as operators choose in Tandem, at first on',
    must: 'on or off',
    schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
  },
  UPLOAD_MEGABYTES: {
    meaning: 'Largest file that can be uploaded, in megabytes.',
    unset: 'as operators choose in Tandem, at first 50',
    must: `a whole number from 1 to ${MOST_UPLOAD_MEGABYTES}`,
    schema: wholeNumber(MOST_UPLOAD_MEGABYTES),
  },
  TURNS_PER_PERSON: {
    meaning: 'Answers that one person may have written at once.',
    unset: 'as operators choose in Tandem, at first 20',
    must: `a whole number from 1 to ${MOST_TURNS_PER_PERSON}`,
    schema: wholeNumber(MOST_TURNS_PER_PERSON),
  },
  AGENT_MEGABYTES: {
    meaning: "Space that the files of an agent's channel may take with all earlier states, in megabytes.",
    unset: '5120',
    must: 'a whole number from 1 to 999999',
    schema: wholeNumber(999_999),
  },
  AGENT_DAYS: {
    meaning: "Days for which earlier states of the files of an agent's channel can be restored.",
    unset: '365',
    must: 'a whole number from 1 to 36500',
    schema: wholeNumber(36_500),
  },
  OPENAI_API_KEY: {
    meaning: 'Key for OpenAI, or for the service at OPENAI_BASE_URL. Providers are made on the first start.',
    unset: 'no provider',
    must: 'a key',
    schema: text,
    secret: true,
  },
  OPENAI_BASE_URL: {
    meaning: 'Any service that speaks the protocol of OpenAI.',
    unset: 'https://api.openai.com/v1',
    must: 'a URL like https://models.example.org/v1',
    schema: webUrl,
  },
  ANTHROPIC_API_KEY: {
    meaning: 'Key for Anthropic.',
    unset: 'no provider',
    must: 'a key',
    schema: text,
    secret: true,
  },
  GOOGLE_API_KEY: {
    meaning: 'Key for Google Gemini.',
    unset: 'no provider',
    must: 'a key',
    schema: text,
    secret: true,
  },
  OLLAMA_URL: {
    meaning: 'An Ollama server.',
    unset: 'no provider',
    must: 'a URL like http://127.0.0.1:11434',
    schema: webUrl,
  },
  PROVIDER_PRIVATE_HOSTS: {
    meaning: 'Private hosts, optionally with a port, that providers added in Tandem may live on; by commas.',
    unset: 'none',
    must: 'hosts like models.internal, 10.0.0.5:8080',
    schema: list.refine((hosts) => hosts.every((host) => /^[\w.:[\]-]+$/.test(host))),
  },
  TOOL_PRIVATE_HOSTS: {
    meaning:
      'Private hosts, optionally with a port, that servers of tools (MCP) may live on; by commas. PROVIDER_PRIVATE_HOSTS does not open them.',
    unset: 'none',
    must: 'hosts like tools.internal, 10.0.0.6:9000',
    schema: list.refine((hosts) => hosts.every((host) => /^[\w.:[\]-]+$/.test(host))),
  },
  WEB_DOMAIN: {
    meaning: 'Hosted site that serves usage, payment and the hosted account.',
    unset: 'this installation itself',
    must: 'a URL like https://tandem.example.org, without a path',
    schema: origin,
  },
  TRUST_PROXY: {
    meaning:
      'Whose forwarded headers count: off, on (one proxy), a number of proxies (all but the nearest in private networks), or their addresses by commas.',
    unset: 'off',
    must: 'off, on, a number of proxies, or addresses like 10.0.0.0/8 by commas (never all addresses)',
    schema: z.union([
      z.enum(['off', 'false', '0']).transform((): false => false),
      // Never Fastify's `true`: it trusts the leftmost address, which the client may have written.
      z.enum(['on', 'true']).transform(() => 1),
      z
        .string()
        .regex(/^\d{1,3}$/)
        .transform(Number),
      list
        .refine((entries) => entries.length > 0 && entries.every(isProxyAddress))
        .transform((entries) => entries.join(',')),
    ]),
  },
  DRAIN_SECONDS: {
    meaning:
      'Seconds that running answers and uploads have to end by themselves once the server is told to stop.',
    unset: '30',
    must: 'a whole number from 0 to 3600',
    schema: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .refine((seconds) => seconds <= 3_600),
  },
  LOG_FORMAT: {
    meaning: 'json or text: how the server writes on its standard output.',
    unset: 'text at a terminal, json elsewhere',
    must: 'json or text',
    schema: z.enum(['json', 'text']),
  },
  LOG_LEVEL: {
    meaning: 'fatal, error, warn, info, debug, trace or silent.',
    unset: 'info',
    must: 'one of fatal, error, warn, info, debug, trace, silent',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
} satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;

/** Values as read; null where a variable is unset. */
export type Values = { [Name in VariableName]: z.output<(typeof variables)[Name]['schema']> | null };

export type Environment = Record<string, string | undefined>;

/** Reads every variable; an empty one counts as unset. Each mistake becomes a sentence in `mistakes`. */
export function readVariables(env: Environment, mistakes: string[]): Values {
  const entries = Object.entries(variables).map(([name, variable]: [string, Variable]) => {
    const raw = env[name]?.trim();
    if (!raw) return [name, null];
    const result = variable.schema.safeParse(raw);
    if (result.success) return [name, result.data];
    const found = variable.secret ? '' : `, not ${JSON.stringify(raw)}`;
    mistakes.push(`${name} must be ${variable.must}${found}.`);
    return [name, null];
  });
  return Object.fromEntries(entries) as Values;
}
