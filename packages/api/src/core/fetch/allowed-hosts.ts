import { isIP } from 'node:net';
import type { Settings } from '../settings.ts';
import { portOf, unbracket } from './url.ts';

/** Whether the operator opened a host (and port) for provider requests. */
export type HostAllowance = (hostname: string, port: number) => boolean;

/**
 * Parses a list of `host`, `host:port`, `address`, `[v6]:port` or whole URLs. An entry without a port opens
 * every port of the host. Invalid entries open nothing.
 */
export function hostAllowance(entries: readonly string[]): HostAllowance {
  const opened = new Set(entries.map(parseEntry).filter((entry) => entry !== null));
  return (hostname, port) => {
    const host = unbracket(hostname.toLowerCase());
    return opened.has(`${host} *`) || opened.has(`${host} ${port}`);
  };
}

function parseEntry(entry: string): string | null {
  const text = entry.trim();
  if (text === '') return null;
  const bareV6 = isIP(text) === 6;
  const hasScheme = /^[a-z]+:\/\//i.test(text);
  const url = URL.parse(hasScheme ? text : `http://${bareV6 ? `[${text}]` : text}`);
  if (!url || url.hostname === '') return null;
  const host = unbracket(url.hostname);
  if (hasScheme) return `${host} ${portOf(url)}`;
  // URL drops an explicit :80, so the port is read from the text.
  const port = bareV6 ? undefined : /:(\d+)$/.exec(text)?.[1];
  return `${host} ${port ? Number(port) : '*'}`;
}

/** Returns every host the operator named, explicitly or by a provider variable. */
export function allowedPrivateHosts(
  settings: Pick<Settings, 'providerPrivateHosts' | 'providers'>,
): string[] {
  const named = [settings.providers.openaiBaseUrl, settings.providers.ollamaUrl];
  return [...settings.providerPrivateHosts, ...named.filter((url) => url !== null)];
}
