import * as z from 'zod';

/**
 * A typed query; bound its length where it is used. PostgreSQL stores neither NUL nor unpaired surrogates.
 */
export const queryTextSchema = z
  .string()
  .overwrite((text) => text.replaceAll('\0', '').toWellFormed().trim());
