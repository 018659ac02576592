import { errorCatalogue } from '@tandem/shared/error/catalogue';
import type { AnyRouter } from '@trpc/server';
import * as z from 'zod';
import type { AccessDeclaration } from '../trpc/access.ts';
import { procedureOf } from './dispatch.ts';
import type { RestRow } from './row.ts';

type JsonSchema = Record<string, unknown>;

/** The OpenAPI 3.1 description of every REST row, from the same rows that answer. */
export function openApi(router: AnyRouter, rows: readonly RestRow[], version: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const row of rows) {
    const procedure = row.kind === 'raw' ? undefined : procedureOf(router, row.calls);
    const schema = row.kind === 'raw' ? row.input : procedure?.inputs[0];
    const access =
      row.kind === 'raw' ? row.access : (procedure?.meta?.access as AccessDeclaration | undefined);
    const isPublic = access?.kind === 'public';
    paths[row.path] = { ...paths[row.path], [row.verb.toLowerCase()]: operation(row, schema, isPublic) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tandem', version },
    paths,
    components: {
      schemas: { Failure: failureSchema() },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(row: RestRow, schema: z.ZodType | undefined, isPublic: boolean): JsonSchema {
  const pathNames = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const legacyName = row.kind === 'procedure' ? invert(row.rename ?? {}) : {};
  const input = inputSchema(schema, (name) => pathNames.includes(legacyName[name] ?? name));
  const properties = Object.entries(input.properties).map(
    ([name, property]) => [legacyName[name] ?? name, property, input.required.includes(name)] as const,
  );
  const others = properties.filter(([name]) => !pathNames.includes(name));
  const inBody = row.verb !== 'GET' && row.verb !== 'DELETE' && others.length > 0;
  return {
    summary: row.summary,
    tags: [row.path.split('/')[2]],
    ...(row.kind === 'procedure' && row.deprecated && { deprecated: true }),
    security: isPublic ? [] : [{ bearer: [] }],
    parameters: [
      ...pathNames.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(inBody
        ? []
        : others.map(([name, property, required]) => ({ name, in: 'query', required, schema: property }))),
    ],
    ...(row.kind === 'raw' && row.takesFile && { requestBody: fileBody }),
    ...(inBody && {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              additionalProperties: false,
              properties: Object.fromEntries(others.map(([name, property]) => [name, property])),
              required: others.filter(([, , required]) => required).map(([name]) => name),
            },
          },
          ...(row.kind === 'raw' && row.takesText && textBodies),
        },
      },
    }),
    responses: {
      200: {
        description: 'Success',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { code: { const: 0 }, msg: { const: '' }, data: {} } },
          },
        },
      },
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

/** Request body of an upload row. */
const fileBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: { file: { type: 'string', format: 'binary' } },
        required: ['file'],
      },
    },
  },
};

/** Additional request bodies of a row that takes text. */
const textBodies = {
  'text/markdown': { schema: { type: 'string' } },
  'text/html': { schema: { type: 'string' } },
};

/** Returns the input schema of a row; of alternative names, the one in its path. */
function inputSchema(
  schema: z.ZodType | undefined,
  isInPath: (name: string) => boolean,
): { properties: JsonSchema; required: string[] } {
  if (!schema) return { properties: {}, required: [] };
  const {
    properties = {},
    required = [],
    oneOf = [],
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: JsonSchema;
    required?: string[];
    oneOf?: { required?: string[] }[];
  };
  const standIns = oneOf.flatMap((each) => each.required ?? []);
  const inPath = standIns.some(isInPath);
  const taken = Object.entries(properties).filter(
    ([name]) => !inPath || !standIns.includes(name) || isInPath(name),
  );
  return { properties: Object.fromEntries(taken), required };
}

function failureSchema(): JsonSchema {
  const lines = Object.entries(errorCatalogue).map(
    ([key, { code, status }]) => `${code}: ${key} (HTTP ${status})`,
  );
  return {
    type: 'object',
    properties: {
      code: {
        type: 'integer',
        enum: Object.values(errorCatalogue).map(({ code }) => code),
        description: lines.join('; '),
      },
      msg: { type: 'string', description: 'A sentence for a person, in their language.' },
      data: { type: 'null' },
    },
  };
}

function invert(names: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([legacy, own]) => [own, legacy]));
}
