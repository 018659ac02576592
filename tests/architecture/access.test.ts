import { appRouter, restRows } from '@tandem/api';
import { procedureOf } from '@tandem/api/core/rest/dispatch';
import type { AccessDeclaration } from '@tandem/api/core/trpc/access';
import { describe, expect, it } from 'vitest';

const names = Object.keys(appRouter._def.procedures);

function accessOf(name: string): AccessDeclaration | undefined {
  return procedureOf(appRouter, name)?.meta?.access as AccessDeclaration | undefined;
}

describe('every entry point declares its access', () => {
  it.each(names)('procedure %s', (name) => {
    const access = accessOf(name);
    expect(
      access,
      `${name} declares no access: start it with procedure.public, signedIn or guarded`,
    ).toBeDefined();
    if (access?.kind === 'public') expect(access.reason.length).toBeGreaterThan(10);
  });

  it.each(restRows.map((row) => [`${row.verb} ${row.path}`, row] as const))('row %s', (_name, row) => {
    const access = row.kind === 'raw' ? row.access : accessOf(row.calls);
    expect(access, row.kind === 'procedure' ? `calls ${row.calls}, which does not exist` : '').toBeDefined();
    if (access?.kind === 'public') expect(access.reason.length).toBeGreaterThan(10);
  });

  it('no procedure is at the top level, where REST owns the paths', () => {
    expect(names.filter((name) => !name.includes('.'))).toEqual([]);
    expect(names.filter((name) => /^(app|appDoc|pay)$/.test(name))).toEqual([]);
  });

  it('no path and verb has two rows', () => {
    const ways = restRows.map((row) => `${row.verb} ${row.path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(ways.filter((way, index) => ways.indexOf(way) !== index)).toEqual([]);
  });
});
