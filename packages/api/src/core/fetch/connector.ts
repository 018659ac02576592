import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { classifyAddress } from './addresses.ts';
import type { HostAllowance } from './allowed-hosts.ts';
import { FetchRefused } from './types.ts';
import { portOf, unbracket } from './url.ts';

/** Resolves a name to all its addresses; the system's resolver unless a test supplies another. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** The system's resolver, with the order it prefers. */
export const resolveBySystem: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses.map((entry) => entry.address));
    });
  });

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A connector for undici that checks every address when connecting. It resolves names itself and connects to
 * exactly the checked addresses, so that a name cannot resolve differently; a literal, which no resolver
 * sees, is checked directly.
 */
export function guardedConnector(isAllowed: HostAllowance, resolve: Resolve): buildConnector.connector {
  const build = (opened: boolean) =>
    buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false, lookup: judgingLookup(opened, resolve) });
  const connectors = { opened: build(true), closed: build(false) };
  return (options, callback) => {
    const hostname = unbracket(options.hostname);
    const opened = isAllowed(hostname, portOf(options));
    if (isIP(hostname) !== 0 && !mayConnect(hostname, opened)) {
      callback(refusal(), null);
      return;
    }
    const connect = opened ? connectors.opened : connectors.closed;
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error) {
        callback(error, null);
        return;
      }
      // Checks the actual remote address again, should the runtime ever bypass the lookup.
      if (socket.remoteAddress !== undefined && !mayConnect(socket.remoteAddress, opened)) {
        socket.destroy();
        callback(refusal(), null);
        return;
      }
      callback(null, socket);
    });
  };
}

function mayConnect(address: string, opened: boolean): boolean {
  const kind = classifyAddress(address);
  return kind === 'public' || (kind === 'private' && opened);
}

function refusal(): FetchRefused {
  return new FetchRefused(
    'address',
    'This address belongs to a private or special network and is not opened.',
  );
}

function judgingLookup(opened: boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        // One forbidden address blocks the name: mixed answers are how rebinding begins.
        if (addresses.length === 0 || !addresses.every((address) => mayConnect(address, opened))) {
          callback(refusal(), '');
          return;
        }
        const wanted = addresses
          .map((address) => ({ address, family: isIP(address) }))
          .filter((entry) => !options.family || familyOf(options.family) === entry.family);
        const first = wanted[0];
        if (!first)
          callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), '');
        else if (options.all) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

function familyOf(family: number | 'IPv4' | 'IPv6'): number {
  return family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family;
}
