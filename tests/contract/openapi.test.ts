import { Validator } from '@seriousme/openapi-schema-validator';
import { errorCatalogue } from '@tandem/shared/error/catalogue';
import { beforeAll, expect, it } from 'vitest';
import { stranger } from '../running/shared-server.ts';
import { rows } from './surface.ts';

interface Description {
  openapi: string;
  paths: Record<
    string,
    Record<string, { parameters?: { name: string; in: string }[]; requestBody?: object; security?: object[] }>
  >;
  components: { schemas: { Failure: { properties: { code: { enum: number[] } } } } };
}
let description: Description;

beforeAll(async () => {
  description = (await stranger.get('/api/openapi.json')).body as Description;
});

it('is a valid OpenAPI document', async () => {
  const result = await new Validator().validate({ ...description });
  expect(result.errors ?? [], JSON.stringify(result.errors)).toEqual([]);
  expect(result.valid).toBe(true);
});

it('describes every row, and nothing else', () => {
  const described = Object.entries(description.paths).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(rows.map((way) => way.name).sort());
});

it('names every parameter of a path', () => {
  for (const { row, pathNames } of rows) {
    const operation = description.paths[row.path]?.[row.verb.toLowerCase()];
    const named = operation?.parameters?.filter((each) => each.in === 'path').map((each) => each.name) ?? [];
    expect(named.sort(), row.path).toEqual(pathNames.map(({ legacy }) => legacy).sort());
  }
});

it('requires a token exactly where one is needed', async () => {
  const open = (path: string) => description.paths[path]?.get?.security?.length === 0;
  expect(open('/api/system/setting')).toBe(true);
  expect(open('/api/user/profile')).toBe(false);
});

it('lists every error code', () => {
  expect(description.components.schemas.Failure.properties.code.enum.toSorted()).toEqual(
    Object.values(errorCatalogue)
      .map(({ code }) => code)
      .sort(),
  );
});
