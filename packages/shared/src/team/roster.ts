import * as z from 'zod';
import { sortDirections } from '../app/administration.ts';
import { keysetLimitSchema, pageRequestSchema } from '../pagination/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import { displayNameSchema, emailSchema, userIdSchema } from '../user/schema.ts';
import { type TeamMember, teamRoleSchema } from './schema.ts';

export const memberStates = ['active', 'suspended'] as const;
export type MemberState = (typeof memberStates)[number];

/** Sort keys of the administrators' list of people. */
export const memberSorts = ['name', 'lastSeenAt', 'cost', 'sessions', 'joinedAt'] as const;
export type MemberSort = (typeof memberSorts)[number];

const filters = {
  /** Part of a name or address. */
  query: queryTextSchema.max(200).optional(),
  role: teamRoleSchema.optional(),
  /** Absent: both. */
  state: z.enum(memberStates).optional(),
};
const order = {
  sort: z.enum(memberSorts).default('name'),
  direction: z.enum(sortDirections).default('asc'),
};

export const listRosterSchema = z.strictObject({
  ...filters,
  ...order,
  cursor: z.string().max(1_000).optional(),
  limit: keysetLimitSchema,
});
export type ListRoster = z.output<typeof listRosterSchema>;

/** Filters are accepted directly or inside `filters`. */
export const pageRosterSchema = z.strictObject({
  ...filters,
  filters: z.strictObject(filters).optional(),
  ...order,
  pagination: pageRequestSchema.prefault({}),
});
export type PageRoster = z.output<typeof pageRosterSchema>;

/** Changes a member's role, suspension, or both. */
export const changeMemberSchema = z.strictObject({
  userId: userIdSchema,
  role: teamRoleSchema.optional(),
  suspended: z.boolean().optional(),
});
export type ChangeMember = z.output<typeof changeMemberSchema>;

/** An account created for somebody, who signs in by a code to that address. */
export const createMemberSchema = z.strictObject({
  email: emailSchema,
  name: displayNameSchema,
  role: teamRoleSchema,
});
export type CreateMember = z.output<typeof createMemberSchema>;

/** A member with what only administrators see. */
export interface RosterMember extends TeamMember {
  /** Number of active sessions. */
  sessions: number;
  /** Micro-credits, this month. */
  cost: number;
  joinedAt: Date;
}
