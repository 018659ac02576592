import { classifyProviderError } from '../../ai/errors/classify.ts';
import { safeDetail } from '../../ai/errors/detail.ts';

/** Why a server of tools could not be used; each has a sentence in the locale `error`, under `mcp`. */
export type McpFailureName =
  | 'address'
  | 'redirected'
  | 'refused'
  | 'dns'
  | 'tls'
  | 'timeout'
  | 'cut'
  | 'unauthorised'
  | 'notFound'
  | 'http'
  | 'notMcp'
  | 'tooLarge'
  | 'said'
  | 'secret';

/** A server of tools that could not be used. */
export class McpFailure extends Error {
  readonly reason: McpFailureName;
  /** The server's own words or status, safe to show; "" for none. */
  readonly detail: string;

  constructor(reason: McpFailureName, detail: unknown = '', cause?: unknown) {
    super(`mcp ${reason}`, { cause });
    this.name = 'McpFailure';
    this.reason = reason;
    this.detail = safeDetail(typeof detail === 'string' ? detail : String(detail)) ?? '';
  }
}

const reasonOf: Record<string, McpFailureName> = {
  'provider.addressRefused': 'address',
  'provider.redirected': 'redirected',
  'provider.refused': 'refused',
  'provider.dns': 'dns',
  'provider.tls': 'tls',
  'provider.timeout': 'timeout',
  'provider.stalled': 'timeout',
  'provider.tooLarge': 'tooLarge',
  'provider.connectionLost': 'cut',
};

/** Classifies an error of a server call. */
export function mcpFailureOf(error: unknown): McpFailure {
  if (error instanceof McpFailure) return error;
  const { key } = classifyProviderError(error);
  return new McpFailure(reasonOf[key] ?? 'cut', '', error);
}
