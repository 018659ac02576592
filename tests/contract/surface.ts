import { appRouter, restRows } from '@tandem/api';
import { type ProcedureDefinition, procedureOf } from '@tandem/api/core/rest/dispatch';
import type { RestRow } from '@tandem/api/core/rest/row';
import type { AccessDeclaration } from '@tandem/api/core/trpc/access';
import * as z from 'zod';

export type JsonSchema = {
  type?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: JsonSchema[];
  /** Names of which exactly one set is given. */
  oneOf?: { required: string[] }[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  additionalProperties?: unknown;
};

/** One call to the server, independent of its transport. */
export interface Way {
  name: string;
  access: AccessDeclaration | undefined;
  /** Its input as JSON schema; the keys are the procedure's own, before any renaming. */
  schema: JsonSchema;
}

export interface ProcedureWay extends Way {
  type: ProcedureDefinition['type'];
}
export interface RowWay extends Way {
  row: RestRow;
  /** Names in the path, and the procedure's names for them. */
  pathNames: { legacy: string; own: string }[];
}

/** JSON schema of an input; `{}` where nothing is taken. */
export function schemaOf(schema: z.ZodType | undefined): JsonSchema {
  return schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {};
}

/** The schema of a row: of alternative names it takes the one in its path. */
function schemaInPath(schema: JsonSchema, inPath: readonly string[]): JsonSchema {
  const chosen = schema.oneOf?.find(({ required }) => required.every((name) => inPath.includes(name)));
  if (!chosen) return schema;
  const { oneOf = [], ...rest } = schema;
  const others = oneOf.filter((each) => each !== chosen).flatMap(({ required }) => required);
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !others.includes(name));
  return {
    ...rest,
    properties: Object.fromEntries(properties),
    required: [...(schema.required ?? []), ...chosen.required],
  };
}

/** Every typed procedure. */
export const procedures: ProcedureWay[] = Object.keys(appRouter._def.procedures).map((name) => {
  const definition = procedureOf(appRouter, name);
  if (!definition) throw new Error(`no definition of ${name}`);
  return {
    name,
    access: definition.meta?.access as AccessDeclaration | undefined,
    schema: schemaOf(definition.inputs[0]),
    type: definition.type,
  };
});

/** Every REST row. */
export const rows: RowWay[] = restRows.map((row) => {
  const procedure = row.kind === 'procedure' ? procedureOf(appRouter, row.calls) : undefined;
  const rename = row.kind === 'procedure' ? (row.rename ?? {}) : {};
  const pathNames = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, legacy = '']) => ({
    legacy,
    own: rename[legacy] ?? legacy,
  }));
  return {
    name: `${row.verb} ${row.path}`,
    access: row.kind === 'raw' ? row.access : (procedure?.meta?.access as AccessDeclaration | undefined),
    schema: schemaInPath(
      schemaOf(row.kind === 'raw' ? row.input : procedure?.inputs[0]),
      pathNames.map(({ own }) => own),
    ),
    row,
    pathNames,
  };
});

/** `[name, way]` pairs for `it.each`. */
export function named<W extends Way>(ways: W[]): [string, W][] {
  return ways.map((way) => [way.name, way]);
}

/** Whether strangers are refused here. */
export function needsPerson(way: Way): boolean {
  return way.access?.kind !== 'public';
}

/** Whether using the way changes something. */
export function writes(way: ProcedureWay | RowWay): boolean {
  return 'row' in way ? way.row.verb !== 'GET' : way.type === 'mutation';
}
