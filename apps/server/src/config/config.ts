import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import type { FixedValues, Settings } from '@tandem/api/core/settings';
import { OperatorError } from '@tandem/db/operator-error';
import { mistakeInAddress } from '@tandem/db/unreachable';
import { blank } from './blank.ts';
import { mistakeInDataDir } from './data-dir.ts';
import { misspelt } from './misspelt.ts';
import { readOidc } from './oidc.ts';
import { chooseS3 } from './s3.ts';
import { generatedSecretKey, secretKeyFile, storedSecretKey } from './secretKey.ts';
import { type Environment, readVariables, type Values, variables } from './variables.ts';

/** The checkout: relative folders start here, whatever folder a command is called from. */
export const checkout = path.resolve(import.meta.dirname, '../../../..');

/** Configuration from the environment; the domain gets only `settings`. */
export interface Config {
  host: string;
  port: number;
  /** Null: the embedded database in `DATA_DIR/postgres`. */
  databaseUrl: string | null;
  /** Whether PUBLIC_URL is unset, so that it follows the actual port. */
  derivedUrl: boolean;
  /** Milliseconds for running answers and uploads to finish once the server is told to stop. */
  drainMs: number;
  /** Warnings for the operator about allowed but probably wrong values. */
  warnings: string[];
  /** Null decides by whether the output is a terminal. */
  logFormat: 'json' | 'text' | null;
  settings: Settings;
}

/** The environment holds mistakes; `message` has one sentence for each. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';
}

/**
 * Reads the process's environment, completed by the checkout's `.env` where there is one.
 * @throws ConfigError
 */
export function configFromProcess(): Config {
  const file = path.join(checkout, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  for (const name of blank) delete process.env[name];
  return readConfig(process.env);
}

/**
 * Validates an environment and applies defaults. Creates the secret key if there is none.
 * @throws ConfigError
 */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = [];
  const values = readVariables(env, mistakes);
  const oidc = readOidc(env, mistakes);
  const s3 = chooseS3(values, mistakes);
  const address = values.DATABASE_URL === null ? null : mistakeInAddress(values.DATABASE_URL);
  if (address) mistakes.push(`DATABASE_URL ${address}.`);
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));

  const host = values.HOST ?? '127.0.0.1';
  const port = values.PORT ?? 3000;
  const dataDir = path.resolve(checkout, values.DATA_DIR ?? 'data');
  const mistake = mistakeInDataDir(dataDir);
  if (mistake) throw new ConfigError(mistake);
  return {
    host,
    port,
    databaseUrl: values.DATABASE_URL,
    derivedUrl: values.PUBLIC_URL === null,
    warnings: misspelt(env, Object.keys(variables)).map(
      ([name, meant]) => `${name} is no variable of Tandem and has no effect. Did you mean ${meant}?`,
    ),
    logFormat: values.LOG_FORMAT,
    drainMs: (values.DRAIN_SECONDS ?? 30) * 1_000,
    settings: {
      publicUrl: values.PUBLIC_URL ?? urlOf(host, port),
      loopbackOnly: isLoopback(host),
      dataDir,
      secretKey: values.SECRET_KEY ?? secretIn(dataDir),
      redisUrl: values.REDIS_URL,
      s3,
      mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? 'Tandem <tandem@localhost>' },
      oidc,
      fixed: fixedBy(values),
      providers: {
        openaiApiKey: values.OPENAI_API_KEY,
        openaiBaseUrl: values.OPENAI_BASE_URL,
        anthropicApiKey: values.ANTHROPIC_API_KEY,
        googleApiKey: values.GOOGLE_API_KEY,
        ollamaUrl: values.OLLAMA_URL,
      },
      providerPrivateHosts: values.PROVIDER_PRIVATE_HOSTS ?? [],
      toolPrivateHosts: values.TOOL_PRIVATE_HOSTS ?? [],
      webDomain: values.WEB_DOMAIN ?? '',
      logLevel: values.LOG_LEVEL ?? 'info',
      trustProxy: values.TRUST_PROXY ?? false,
      ...(values.AGENT_MEGABYTES !== null && { agentMegabytes: values.AGENT_MEGABYTES }),
      ...(values.AGENT_DAYS !== null && { agentDays: values.AGENT_DAYS }),
    },
  };
}

/** The file that holds the secret key in use; null when the key came by SECRET_KEY. */
export function secretKeyFileOf({ settings }: Pick<Config, 'settings'>): string | null {
  return storedSecretKey(settings.dataDir) === settings.secretKey ? secretKeyFile(settings.dataDir) : null;
}

/** Resolves a path relative to the caller's folder: npm changes into the checkout. */
export function fromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
}

/** Whether the operator wants stack traces; also used while the configuration itself is invalid. */
export function wantsStack(): boolean {
  return /^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '');
}

/** The address to open in a browser for a server that listens on `host` and `port`. */
export function urlOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return new URL(`http://${name}:${port}`).origin;
}

/** Settings of the environment that operators could otherwise change. */
function fixedBy(values: Values): FixedValues {
  const named = {
    emailCodes: values.EMAIL_CODES,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    webDomain: values.WEB_DOMAIN,
    uploadMegabytes: values.UPLOAD_MEGABYTES,
    turnsPerPerson: values.TURNS_PER_PERSON,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== null));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function secretIn(dataDir: string): string {
  try {
    return generatedSecretKey(dataDir);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigError(
      `DATA_DIR ${dataDir} can't be used (${code}). Start as the user it belongs to, or choose another folder.`,
    );
  }
}
