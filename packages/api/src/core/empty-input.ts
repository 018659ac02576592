import * as z from 'zod';

/** The input of a procedure that takes none: any key is refused. */
export const nothing = z.strictObject({}).optional();
