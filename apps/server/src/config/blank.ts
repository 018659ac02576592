import process from 'node:process';

/**
 * Variables that were set but empty: they count as unset, and `.env` does not fill them. Taken out of the
 * environment before any other import, since libraries look at it while they are imported, and some fail over
 * the blanks that docker compose and others hand on.
 */
export const blank = Object.keys(process.env).filter((name) => process.env[name] === '');

for (const name of blank) delete process.env[name];
