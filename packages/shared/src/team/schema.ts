import * as z from 'zod';

/** A user's role in a team, strongest first. */
export const teamRoles = ['owner', 'admin', 'member', 'guest'] as const;
export const teamRoleSchema = z.enum(teamRoles);
export type TeamRole = (typeof teamRoles)[number];

/** Who may join without an invitation. `domains` applies to verified addresses. */
export const registrationModes = ['invitation', 'open'] as const;

/** Team-wide choices; every field has a default, so an empty object is a valid stored value. */
export const teamPreferenceSchema = z.strictObject({
  registration: z.enum(registrationModes).default('invitation'),
  emailDomains: z.array(z.string().min(1).max(253)).max(100).default([]),
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
