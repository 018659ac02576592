import { randomUUID } from 'node:crypto';
import { agentIdSchema } from '@tandem/shared/agent/schema';
import type { Place } from '../running/sample-data.ts';
import type { JsonSchema, RowWay } from './surface.ts';

/** Names under which procedures take ids of things in a place. */
const idIn: Record<string, (place: Place) => string> = {
  teamId: (place) => place.teamId,
  spaceId: (place) => place.spaceId,
  appId: (place) => place.appId,
  assistantId: (place) => place.assistantId,
  channelId: (place) => place.channelId,
  parentId: (place) => place.channelId,
  messageId: (place) => place.answerId,
  documentId: (place) => place.documentId,
  docId: (place) => place.documentId,
  versionId: (place) => place.versionId,
  discussionId: (place) => place.discussionId,
  commentId: (place) => place.commentId,
  datasetId: (place) => place.datasetId,
  sourceId: (place) => place.sourceId,
  runId: (place) => place.runId,
  manifestId: (place) => place.manifestId,
  scheduleId: (place) => place.scheduleId,
  basedOn: (place) => place.manifestId,
};

/** Whether the input names something that lives in a place. */
export function isPlaceId(name: string): boolean {
  return name in idIn;
}

/** The id of such a thing. */
export function idOf(name: string, place: Place): string {
  return idIn[name]?.(place) ?? randomUUID();
}

/** Required keys only, with values the schema accepts; ids are those of `place`. */
export function sampleOf(schema: JsonSchema, place: Place): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const name of [...(schema.required ?? []), ...(schema.oneOf?.[0]?.required ?? [])])
    input[name] = fitting(name, schema.properties?.[name] ?? {}, place);
  // If a document is named, the path contains its app.
  if ('documentId' in input && schema.properties?.appId) input.appId = idOf('appId', place);
  return input;
}

/** A value that the schema of the key `name` accepts. */
export function fitting(name: string, schema: JsonSchema, place: Place): unknown {
  if (schema.description === agentIdSchema.description) return place.agentId;
  if (isPlaceId(name)) return idOf(name, place);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  // An object may hold more than a schema says; none is always accepted where it may be.
  if (schema.anyOf?.some(takesObject) && schema.anyOf.some(({ type }) => type === 'null')) return null;
  // The first of several kinds.
  const kinds = schema.oneOf as JsonSchema[] | undefined;
  if (kinds?.[0]?.properties) return sampleOf(kinds[0], place);
  if (schema.anyOf) return fitting(name, schema.anyOf[0] ?? {}, place);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return schema.minItems ? [fitting(name.replace(/s$/, ''), schema.items ?? {}, place)] : [];
    case 'null':
      return null;
    case 'object':
      return sampleOf(schema, place);
    default:
      return textOf(name, schema);
  }
}

/** Whether a value of the schema may be an object. */
export function takesObject({ type, anyOf }: JsonSchema): boolean {
  return type === 'object' || (anyOf?.some(takesObject) ?? false);
}

function textOf(name: string, schema: JsonSchema): string {
  if (schema.format === 'uuid') return randomUUID();
  if (schema.format === 'uri') return 'https://example.test/';
  if (schema.format === 'date') return '2026-01-01';
  if (name === 'email') return `${randomUUID()}@example.test`;
  if (name === 'emoji') return '👍';
  if (name === 'cron') return '0 9 * * 1';
  if (name === 'timeZone') return 'Europe/Berlin';
  if (name === 'code') return '000000';
  return 'sample';
}

/** A row's request with the given input: what its path names goes there, the rest into query or body. */
export function requestFor(way: RowWay, input: Record<string, unknown>): { path: string; body?: unknown } {
  const rest = { ...input };
  let { path } = way.row;
  for (const { legacy, own } of way.pathNames) {
    path = path.replace(`{${legacy}}`, encodeURIComponent(String(rest[own] ?? randomUUID()).toWellFormed()));
    delete rest[own];
  }
  const rename = way.row.kind === 'procedure' ? (way.row.rename ?? {}) : {};
  const legacyOf = Object.fromEntries(Object.entries(rename).map(([legacy, own]) => [own, legacy]));
  const outward = Object.entries(rest).map(([own, value]): [string, unknown] => [
    legacyOf[own] ?? own,
    value,
  ]);
  if (way.row.verb !== 'GET' && way.row.verb !== 'DELETE') return { path, body: Object.fromEntries(outward) };
  const query = outward.map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
  return { path: query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path };
}
