import superjson from 'superjson';
import { requestFor } from '../../contract/samples.ts';
import { type ProcedureWay, procedures, type RowWay, rows } from '../../contract/surface.ts';
import type { Answer } from '../../running/api.ts';
import { sharedServer, stranger } from '../../running/shared-server.ts';
import { type ClosedPlace, inputOf } from './input.ts';
import { type Need, needs } from './needs.ts';
import { pictureForm } from './place.ts';
import { rawNeeds } from './row-needs.ts';

/** One call over HTTP with one kind of credential. */
export interface Way {
  label: string;
  /** The procedure's name; verb and path for a row with its own handler. */
  name: string;
  need: Need | undefined;
  changes: boolean;
  /** Whether another way, tried for everyone, reaches the same procedure. */
  isSampled: boolean;
  ask(token: string | null, place: ClosedPlace): Promise<Answer>;
}

type HeadersOf = (token: string) => Record<string, string>;

/** How a session's credential is sent. */
export const carriers: Record<'bearer' | 'cookie', HeadersOf> = {
  bearer: (token) => ({ authorization: `Bearer ${token}` }),
  cookie: (token) => ({ cookie: `tandem_session=${token}`, origin: sharedServer.url }),
};
const json = { 'content-type': 'application/json' };

/** Every procedure that is called, not followed. */
export const calls = procedures.filter((way) => way.type !== 'subscription');
export const rawRows = rows.filter((way) => way.row.kind === 'raw');

function byTrpc(way: ProcedureWay, headersOf: HeadersOf): Way['ask'] {
  return (token, place) => {
    const raw = JSON.stringify(superjson.serialize(inputOf(way, way.name, place)));
    const headers = token === null ? {} : headersOf(token);
    return way.type === 'mutation'
      ? stranger.call('POST', `/api/${way.name}`, { raw, headers: { ...json, ...headers } })
      : stranger.call('GET', `/api/${way.name}?${new URLSearchParams({ input: raw })}`, { headers });
  };
}

function byRest(way: RowWay, name: string, headersOf: HeadersOf): Way['ask'] {
  return (token, place) => {
    const { path, body } = requestFor(way, inputOf(way, name, place));
    const headers = token === null ? {} : headersOf(token);
    const takesFile = way.row.kind === 'raw' && way.row.takesFile;
    return stranger.call(way.row.verb, path, takesFile ? { raw: pictureForm(), headers } : { body, headers });
  };
}

/** Every way in over HTTP, by bearer and by cookie. */
export const ways: Way[] = Object.entries(carriers).flatMap(([carrier, headersOf]) => [
  ...calls.map((way) => ({
    label: `${way.name} by ${carrier}`,
    name: way.name,
    need: needs[way.name],
    changes: way.type === 'mutation',
    isSampled: carrier !== 'bearer',
    ask: byTrpc(way, headersOf),
  })),
  ...rows.map((way) => {
    const name = way.row.kind === 'procedure' ? way.row.calls : way.name;
    return {
      label: `${way.name} by ${carrier}`,
      name,
      need: way.row.kind === 'procedure' ? needs[name] : rawNeeds[name],
      changes: way.row.verb !== 'GET',
      isSampled: carrier !== 'bearer' || way.row.kind === 'procedure',
      ask: byRest(way, name, headersOf),
    };
  }),
]);
