import * as z from 'zod';

/** What is looked for, as it is typed; bound its length where it is used. PostgreSQL holds neither NUL nor half a surrogate pair. */
export const queryTextSchema = z
  .string()
  .overwrite((text) => text.replaceAll('\0', '').toWellFormed().trim());
