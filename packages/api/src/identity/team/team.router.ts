import {
  changeMemberSchema,
  createMemberSchema,
  listRosterSchema,
  pageRosterSchema,
} from '@tandem/shared/team/roster';
import {
  listMembersSchema,
  nameTeamSchema,
  oneMemberSchema,
  setRoleSchema,
  setTeamPreferenceSchema,
  suspendMemberSchema,
} from '@tandem/shared/team/schema';
import * as z from 'zod';
import { getPreference, setPreference } from '../../administration/preference/team.preference.ts';
import { createMember } from '../../administration/roster/create-member.ts';
import {
  changeMember,
  listRoster,
  pageRoster,
  signMemberOut,
} from '../../administration/roster/team.roster.ts';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { treeSince } from '../../live/team/tree-sync.ts';
import { createTeam, renameTeam } from '../../people/join/team.create.ts';
import { leaveTeam, removeMember, setRole, suspendMember } from '../../people/leave/team.leave.ts';
import { getTeam, listMembers } from './member.ts';
import { isAdministrator } from './team.policy.ts';
import { listUsers, operatorRule, teamRule } from './team.service.ts';

/** The client's revision; absent for none. */
const heldTree = z.strictObject({ revision: z.int().min(0).optional() }).optional();

export const teamRouter = router({
  users: procedure
    .guarded(emptyInput, teamRule('team.users'))
    .query(({ ctx }) => listUsers(ctx.db, ctx.actor, ctx.team)),

  /** Returns what `live.team` would send next, for clients without a socket; null when nothing is new. */
  tree: procedure
    .guarded(heldTree, teamRule('team.tree'))
    .query(({ ctx, input }) => treeSince(ctx, ctx.actor, ctx.team.teamId, input?.revision ?? null)),

  get: procedure
    .guarded(emptyInput, teamRule('team.get'))
    .query(({ ctx }) => getTeam(ctx.db, ctx.actor, ctx.team)),

  members: procedure
    .guarded(listMembersSchema, teamRule('team.members'))
    .query(({ ctx, input }) => listMembers(ctx, ctx.team, input)),

  setRole: procedure
    .guarded(setRoleSchema, teamRule('team.setRole', isAdministrator))
    .mutation(({ ctx, input }) => setRole(ctx, ctx.team, input)),

  suspend: procedure
    .guarded(suspendMemberSchema, teamRule('team.suspend', isAdministrator))
    .mutation(({ ctx, input }) => suspendMember(ctx, ctx.team, input)),

  removeMember: procedure
    .guarded(oneMemberSchema, teamRule('team.removeMember', isAdministrator))
    .mutation(({ ctx, input }) => removeMember(ctx, ctx.team, input.userId)),

  leave: procedure
    .guarded(emptyInput, teamRule('team.leave'))
    .mutation(({ ctx }) => leaveTeam(ctx, ctx.team)),

  create: procedure
    .guarded(nameTeamSchema, operatorRule('team.create'))
    .mutation(({ ctx, input }) => createTeam(ctx, input.name)),

  rename: procedure
    .guarded(nameTeamSchema, teamRule('team.rename', isAdministrator))
    .mutation(({ ctx, input }) => renameTeam(ctx, ctx.team, input.name)),

  /** The team's people with what only administrators see. */
  roster: procedure
    .guarded(listRosterSchema, teamRule('team.roster', isAdministrator))
    .query(({ ctx, input }) => listRoster(ctx, ctx.team, input)),

  /** The same by numbered pages, for REST. */
  rosterPage: procedure
    .guarded(pageRosterSchema, teamRule('team.roster', isAdministrator))
    .query(({ ctx, input }) => pageRoster(ctx, ctx.team, input)),

  changeMember: procedure
    .guarded(changeMemberSchema, teamRule('team.changeMember', isAdministrator))
    .mutation(({ ctx, input }) => changeMember(ctx, ctx.team, input)),

  createMember: procedure
    .guarded(createMemberSchema, teamRule('team.createMember', isAdministrator))
    .mutation(({ ctx, input }) => createMember(ctx, ctx.team, input)),

  signMemberOut: procedure
    .guarded(oneMemberSchema, teamRule('team.signMemberOut', isAdministrator))
    .mutation(({ ctx, input }) => signMemberOut(ctx, ctx.team, input.userId)),

  getPreference: procedure
    .guarded(emptyInput, teamRule('team.getPreference', isAdministrator))
    .query(({ ctx }) => getPreference(ctx.db, ctx.team)),

  setPreference: procedure
    .guarded(setTeamPreferenceSchema, teamRule('team.setPreference', isAdministrator))
    .mutation(({ ctx, input }) => setPreference(ctx, ctx.team, input)),
});
