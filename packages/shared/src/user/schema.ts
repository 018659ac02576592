import * as z from 'zod';
import { fileIdOf } from '../file/schema.ts';

/** A person's number, as PostgreSQL's `integer`. */
export const userIdSchema = z.int().min(1).max(2_147_483_647);

/** Addresses are compared in lower case, without surrounding space. */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .transform((email) => email.toLowerCase())
  .pipe(z.email());

/** Longest name, in characters. */
export const MAX_NAME = 80;

/** A name that a person reads: no control characters, not only spaces, at most `MAX_NAME` characters. */
export const displayNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME)
  // Direction overrides would make one name look like another.
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u)
  // At least one visible character.
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

/** Confirms the deletion of one's account by a code mailed for it. */
export const removeAccountSchema = z.strictObject({
  code: z.string().regex(/^\d{6}$/),
  /** Also deletes teams without other people, with all content. */
  alsoTeams: z.boolean().default(false),
});
export type RemoveAccount = z.output<typeof removeAccountSchema>;

/** A person's notification preferences; every field has a default. */
export const userPreferenceSchema = z.strictObject({
  /** Kinds of notifications that are also mailed while they are away. */
  mail: z
    .strictObject({
      mention: z.boolean().default(true),
      share: z.boolean().default(true),
      turn: z.boolean().default(false),
    })
    .prefault({}),
});
export type UserPreference = z.output<typeof userPreferenceSchema>;

/** A change of some of those choices; the others stay. */
export const updatePreferenceSchema = z.strictObject({
  mail: z
    .strictObject({
      mention: z.boolean().optional(),
      share: z.boolean().optional(),
      turn: z.boolean().optional(),
    })
    .optional(),
});
export type UpdatePreference = z.output<typeof updatePreferenceSchema>;

/** A team of a person. `logo` is a path or ""; `theme` is its default for newcomers. */
export interface ProfileTeam {
  teamId: string;
  name: string;
  role: string;
  logo: string;
  theme: 'light' | 'dark' | 'system' | null;
}

/** The signed-in person's own record. */
export interface Profile extends Person {
  email: string;
  language: Language | null;
  preference: UserPreference;
  teams: ProfileTeam[];
  currentTeamId: string | null;
}

/** A chosen avatar: an uploaded picture by its id or path, or "" for none. Never an external address. */
export const avatarSchema = z.union([
  z.literal(''),
  z.uuid(),
  z.string().refine((path) => fileIdOf(path) !== null),
]);

/** Editable fields of one's own profile. */
export const updateProfileSchema = z.strictObject({
  name: displayNameSchema.optional(),
  avatar: avatarSchema.optional(),
  /** Null for none, as in the profile. */
  language: languageSchema.nullish(),
  currentTeamId: z.uuid().optional(),
  preference: updatePreferenceSchema.optional(),
});
export type UpdateProfile = z.output<typeof updateProfileSchema>;
