import { isIP } from 'node:net';
import { defaultApiHosts, type ProviderKind } from '@tandem/shared/provider/schema';
import { FetchRefused } from '../../core/fetch/types.ts';
import { parseOutsideUrl, unbracket } from '../../core/fetch/url.ts';

const defaultPaths: Record<ProviderKind, string> = {
  openai: '/v1',
  'openai-compatible': '/v1',
  anthropic: '/v1',
  google: '/v1beta',
  ollama: '/api',
  offline: '',
};

/** Ends of addresses that people copy from examples, where the base is wanted. */
const COPIED_ENDS = /\/(?:chat\/completions|completions|models|messages|chat|tags|generate)$/;

/** Returns the default address of a kind of provider; "" when there is none. */
export function defaultApiHost(kind: ProviderKind): string {
  return defaultApiHosts[kind];
}

/**
 * Normalises an entered address into the base address of requests: adds a scheme (http for IP addresses,
 * localhost and Ollama) and the usual path, and removes the endings of copied examples. An empty text gives
 * the default of the kind.
 * @throws FetchRefused when it cannot be an address.
 */
export function normaliseApiHost(kind: ProviderKind, text: string): string {
  const trimmed = text.trim();
  if (kind === 'offline') return '';
  if (trimmed === '') {
    const fallback = defaultApiHosts[kind];
    if (fallback === '') throw new FetchRefused('invalid', 'This is not a web address.');
    return fallback;
  }
  const url = parseOutsideUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : withScheme(kind, trimmed));
  let path = url.pathname.replace(/\/+$/, '').replace(COPIED_ENDS, '').replace(/\/+$/, '');
  // Ollama's own endpoint can do more than its OpenAI-compatible one at /v1.
  if (path === '' || (kind === 'ollama' && path === '/v1')) path = defaultPaths[kind];
  return `${url.origin}${path}`;
}

function withScheme(kind: ProviderKind, text: string): string {
  const host = URL.parse(`http://${text}`)?.hostname ?? '';
  const local =
    kind === 'ollama' || isIP(unbracket(host)) !== 0 || host === 'localhost' || !host.includes('.');
  return `${local ? 'http' : 'https'}://${text}`;
}

/** Returns the kind that matches an address in OPENAI_BASE_URL. */
export function kindOfOpenAiHost(apiHost: string): 'openai' | 'openai-compatible' {
  return URL.parse(apiHost)?.hostname === 'api.openai.com' ? 'openai' : 'openai-compatible';
}
