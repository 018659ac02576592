import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * The clock that `Date` reads may be set back or forward while a server runs. What waits, expires or is measured within
 * a process asks `steadyMs` (`core/steady.ts`), and what several share asks the database. These tell the time of day:
 */
const reasons: Record<string, string> = {
  'packages/api/src/content/file/temporary.ts': 'compares with the times of files',
  'packages/api/src/ai/errors/http.ts': 'compares with a time that a provider named',
  'packages/api/src/people/sign-in/open-session.ts': 'a session ends on a day, which its token names',
  'packages/api/src/identity/session/token.ts': 'the same',
  'packages/api/src/live/me/stream.ts':
    'names a moment to another process, which bears that its clock differs',
  'packages/db/src/embedded/initdb.ts': 'a name',
  'apps/server/src/output.ts': 'the time of a line of the log',
};

const root = path.resolve(import.meta.dirname, '../..');
const askers = globSync('{packages/api,packages/db,apps/server}/src/**/*.ts', { cwd: root }).filter(
  (file) =>
    !/\.test\.ts$|\/testing\//.test(file) &&
    readFileSync(path.join(root, file), 'utf8').includes('Date.now()'),
);

it('nothing on the server waits or measures by a clock that can be set', () => {
  expect(askers.sort()).toEqual(Object.keys(reasons).sort());
});
