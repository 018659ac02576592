import * as z from 'zod';

/** Addresses are compared in lower case, without surrounding space. */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .transform((email) => email.toLowerCase())
  .pipe(z.email());

/** A name that a person reads: no control characters, not only spaces, at most 80 characters. */
export const displayNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(80)
  // Marks that turn the direction of writing would let one name look like another.
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u)
  // Something must be there to see.
  .regex(/[^\p{Cf}\p{Z}]/u);

export const languages = ['en', 'zh-CN'] as const;
export const languageSchema = z.enum(languages);
export type Language = (typeof languages)[number];

/** A person as colleagues see them. `id` is a number; `avatar` is a URL or "". */
export interface Person {
  id: number;
  name: string;
  avatar: string;
}

/** The signed-in person's own record. */
export interface Profile extends Person {
  email: string;
  language: Language | null;
  teams: { teamId: string; name: string; role: string }[];
  currentTeamId: string | null;
}

/** What a person may change about themselves here. */
export const updateProfileSchema = z.strictObject({
  name: displayNameSchema.optional(),
  language: languageSchema.optional(),
  currentTeamId: z.uuid().optional(),
});
export type UpdateProfile = z.output<typeof updateProfileSchema>;
