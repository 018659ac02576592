import * as z from 'zod';

/** Input of a procedure that takes none: any key is refused. */
export const emptyInput = z.strictObject({}).optional();
