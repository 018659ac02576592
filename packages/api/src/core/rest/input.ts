import * as z from 'zod';
import { AppError } from '../errors.ts';

/** The three places where a REST request carries input. */
export interface RestInput {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

export interface InputRules {
  schema: z.ZodType | undefined;
  rename?: Record<string, string>;
  ignore?: readonly string[];
}

/**
 * Merges path, query and body into a procedure's input. Converts text of path and query to the schema's
 * types; accepts `pagination` as one JSON value or as flat `currentPage` and `pageSize`.
 * @throws AppError `invalidInput` when a key is given twice, or the body is not an object or contradicts the
 * address
 */
export function mergeInput({ path, query, body }: RestInput, rules: InputRules): unknown {
  const shape = objectShape(rules.schema);
  const merged = new Map<string, unknown>();
  const put = (key: string, value: unknown) => {
    const own = rules.rename?.[key] ?? key;
    if (merged.has(own)) throw new AppError('invalidInput', { reason: `${key}: given twice` });
    merged.set(own, value);
  };
  const ignored = new Set(rules.ignore);
  for (const [key, value] of Object.entries(path))
    put(key, fromText(value, shape[rules.rename?.[key] ?? key]));
  // With several path parameters, the body's `id` need not be the parameter of that name.
  const names = Object.keys(path);
  const own = names.length === 1 ? names[0] : undefined;
  for (const [key, value] of Object.entries(bodyObject(body))) {
    if (!ignored.has(key)) put(key, value);
    else if (own === key && path[key] !== String(value))
      throw new AppError('invalidInput', { reason: `${key}: not that of the address` });
  }
  for (const [key, value] of Object.entries(foldPagination(query, shape)))
    put(key, fromText(value, shape[rules.rename?.[key] ?? key]));
  return merged.size === 0 && rules.schema === undefined ? undefined : Object.fromEntries(merged);
}

function bodyObject(body: unknown): object {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('invalidInput', { reason: 'the body must be a JSON object' });
  return body;
}

function objectShape(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  const inner = schema && unwrap(schema);
  return inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType>) : {};
}

/** The schema below optional, nullable, default and pipe wrappers. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unwrap(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType);
  return schema;
}

function foldPagination(query: Record<string, unknown>, shape: Record<string, z.ZodType>) {
  if (!('pagination' in shape) || 'pagination' in query) return query;
  const { currentPage, pageSize, ...rest } = query;
  const pagination = {
    ...(currentPage !== undefined && { currentPage }),
    ...(pageSize !== undefined && { pageSize }),
  };
  return Object.keys(pagination).length === 0 ? rest : { ...rest, pagination };
}

/** Converts text of a query or path to the schema's type; leaves invalid text for the schema to refuse. */
function fromText(value: unknown, schema: z.ZodType | undefined): unknown {
  if (schema === undefined) return value;
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject && isRecord(value)) {
    const shape = inner.shape as Record<string, z.ZodType>;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fromText(each, shape[key])]));
  }
  if (typeof value !== 'string') return value;
  if (inner instanceof z.ZodNumber) return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (inner instanceof z.ZodBoolean) return value === 'true' ? true : value === 'false' ? false : value;
  if (inner instanceof z.ZodObject || inner instanceof z.ZodArray) return parseJson(value);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
