import * as z from 'zod';
import { keysetLimitSchema } from '../pagination/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import {
  avatarSchema,
  displayNameSchema,
  type Language,
  languageSchema,
  userIdSchema,
} from '../user/schema.ts';

/** A user's role in a team, strongest first. */
export const teamRoles = ['owner', 'admin', 'member', 'guest'] as const;
export const teamRoleSchema = z.enum(teamRoles);
export type TeamRole = (typeof teamRoles)[number];

/** The rules for joining without an invitation. `domains` applies to verified addresses. */
export const registrationModes = ['invitation', 'open'] as const;

/** Colour theme; `system` follows the device. */
export const themeSchema = z.enum(['light', 'dark', 'system']);
export type Theme = z.output<typeof themeSchema>;

/** Team-wide choices; every field has a default, so an empty object is a valid stored value. */
export const teamPreferenceSchema = z.strictObject({
  registration: z.enum(registrationModes).default('invitation'),
  emailDomains: z.array(z.string().min(1).max(253)).max(100).default([]),
  /** Default model; null for the first available one. */
  defaultModelId: z.uuid().nullable().default(null),
  /** Newcomers' language until they choose; null for their browser's. */
  language: languageSchema.nullable().default(null),
  /** Newcomers' theme until they choose. */
  theme: themeSchema.nullable().default(null),
});
export type TeamPreference = z.output<typeof teamPreferenceSchema>;

/** A colleague in a people list. */
export interface TeamUser {
  id: number;
  name: string;
  avatar: string;
  email: string;
  role: TeamRole;
}

/** A colleague as the list of members shows them. Suspended ones, and when people were last here, are for administrators. */
export interface TeamMember extends TeamUser {
  suspended: boolean;
  /** Null: never, or not for the reader to know. */
  lastSeenAt: Date | null;
  abilities: {
    /** Roles the reader may assign; empty for none. */
    roles: TeamRole[];
    suspend: boolean;
    remove: boolean;
  };
}

/** A team as its members see it. */
export interface TeamDetails {
  id: string;
  name: string;
  role: TeamRole;
  abilities: {
    /** See the list of members. */
    members: boolean;
    /** Roles the reader may invite to; empty for none. */
    invite: TeamRole[];
    rename: boolean;
    /** Whether they may decide who joins without an invitation. */
    preference: boolean;
    /** Connect providers and choose their models. */
    providers: boolean;
    /** Whether they may create assistants of their own, and try and compare editable ones. */
    createAssistant: boolean;
    /** Whether they may save editable ones as a template for the team. */
    saveTemplate: boolean;
    /** Make further teams. */
    createTeam: boolean;
  };
}

export const listMembersSchema = z.strictObject({
  /** Part of a name or address. */
  query: queryTextSchema.max(200).optional(),
  cursor: z.string().max(1_000).optional(),
  limit: keysetLimitSchema,
});
export type ListMembers = z.output<typeof listMembersSchema>;

export const setRoleSchema = z.strictObject({ userId: userIdSchema, role: teamRoleSchema });
export const oneMemberSchema = z.strictObject({ userId: userIdSchema });
export const suspendMemberSchema = z.strictObject({ userId: userIdSchema, suspended: z.boolean() });
export const nameTeamSchema = z.strictObject({ name: displayNameSchema });

/** A domain of e-mail addresses, as people type it: with or without @, in any case. */
export const emailDomainSchema = z
  .string()
  .trim()
  .max(254)
  .transform((domain) => domain.toLowerCase().replace(/^@/, ''))
  .pipe(
    z
      .string()
      .max(253)
      .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/),
  );

export const setTeamPreferenceSchema = z.strictObject({
  registration: z.enum(registrationModes).optional(),
  emailDomains: z.array(emailDomainSchema).max(100).optional(),
  name: displayNameSchema.optional(),
  /** An uploaded picture by its id or path, or "" for none. */
  logo: avatarSchema.optional(),
  defaultModelId: z.uuid().nullable().optional(),
  language: languageSchema.nullable().optional(),
  theme: themeSchema.nullable().optional(),
});
export type SetTeamPreference = z.output<typeof setTeamPreferenceSchema>;

/** A team's choices, as its administrators see them. */
export interface TeamChoices extends Partial<TeamAdmission> {
  name: string;
  /** Path of a picture; "" for none. */
  logo: string;
  defaultModelId: string | null;
  language: Language | null;
  theme: Theme | null;
}

/**
 * The rules for joining without an invitation, and the listed domains that give anyone an address. Only the
 * installation's first team has these settings.
 */
export interface TeamAdmission {
  registration: (typeof registrationModes)[number];
  emailDomains: string[];
  publicDomains: string[];
}
