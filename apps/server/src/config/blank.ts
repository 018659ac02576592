import process from 'node:process';

/**
 * Variables set to empty: treated as unset, and not filled by `.env`. Removed from the environment before any
 * other import, since some libraries read it on import and fail on the blanks that docker compose and others
 * pass.
 */
export const blank = Object.keys(process.env).filter((name) => process.env[name] === '');

for (const name of blank) delete process.env[name];
