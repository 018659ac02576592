import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '../running/sample-data.ts';
import { as, closeDatabase, database, placeOf, sharedServer } from '../running/shared-server.ts';

const WORD = 'quincunx';
let place: Place;

beforeAll(async () => {
  place = await placeOf('owner');
  await sql`
    insert into "template" ("teamId", "creatorId", "kind", "category", "name", "keywords", "content")
    select ${place.teamId}::uuid, ${sharedServer.sample.people.owner.id}::integer, 'app',
      case when n <= 3 then 'support' else 'planning' end, 'Row ' || n, ${JSON.stringify([WORD])}::jsonb,
      '{"instructions": "", "starters": [], "tools": []}'
    from generate_series(1, 11) as n`.execute(database());
});
afterAll(closeDatabase);

interface Listed {
  list: { name: string; group: string; category: string }[];
  pagination: { currentPage: number; pageSize: number; total: number };
}
const list = async (query: Record<string, string | number>) =>
  (await as('owner').get('/api/template/-/list', query)).data as Listed;

describe('templates', () => {
  it('C31: come in pages of 10, with the eleventh on the next page', async () => {
    const first = await list({ keyword: WORD });
    expect(first.list).toHaveLength(10);
    expect(first.pagination).toEqual({ currentPage: 1, pageSize: 10, total: 11 });
    const next = await list({ keyword: WORD, pagination: JSON.stringify({ currentPage: 2, pageSize: 10 }) });
    expect(next.list).toHaveLength(1);
    expect(first.list.map(({ name }) => name)).not.toContain(next.list[0]?.name);
  });

  it('C31: are filtered by group, keyword and category', async () => {
    expect((await list({ keyword: WORD, category: 'support' })).pagination.total).toBe(3);
    expect((await list({ keyword: WORD, group: 'tandem' })).list).toEqual([]);
    expect((await list({ keyword: WORD, group: 'team' })).pagination.total).toBe(11);
    const builtin = await list({ group: 'tandem', category: 'support' });
    expect(builtin.list.length).toBeGreaterThan(0);
    for (const template of builtin.list)
      expect(template).toMatchObject({ group: 'tandem', category: 'support' });
  });

  it('C31: have categories', async () => {
    const { data } = await as('owner').get('/api/template/-/category');
    expect(data).toContainEqual(expect.objectContaining({ id: 'support', name: 'Support' }));
  });
});
