import {
  acceptInvitationSchema,
  createInvitationSchema,
  listInvitationsSchema,
  oneInvitationSchema,
  peekInvitationSchema,
} from '@tandem/shared/invitation/schema';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { isAdministrator } from '../../identity/team/team.policy.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import {
  acceptInvitation,
  declineInvitation,
  landingOf,
  ownInvitations,
  peekInvitation,
} from '../../people/join/invitation.accept.ts';
import {
  createInvitation,
  invitationRule,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from './manage.ts';

export const invitationRouter = router({
  create: procedure
    .guarded(createInvitationSchema, teamRule('invitation.create', isAdministrator))
    .mutation(({ ctx, input }) => createInvitation(ctx, ctx.team, input)),

  /** Open invitations of the current team. */
  list: procedure
    .guarded(listInvitationsSchema, teamRule('invitation.list', isAdministrator))
    .query(({ ctx, input }) => listInvitations(ctx, ctx.team, input)),

  resend: procedure
    .guarded(oneInvitationSchema, invitationRule('invitation.resend'))
    .mutation(({ ctx }) => resendInvitation(ctx, ctx.managed)),

  withdraw: procedure
    .guarded(oneInvitationSchema, invitationRule('invitation.withdraw'))
    .mutation(({ ctx }) => withdrawInvitation(ctx, ctx.managed)),

  peek: procedure
    .public(
      'whoever opens the link sees what it is before they sign in; its token is the proof, limited per address',
    )
    .input(peekInvitationSchema)
    .query(({ ctx, input }) => peekInvitation(ctx, input.token)),

  /** Open invitations to the reader's own address. */
  mine: procedure
    .signedIn()
    .input(emptyInput)
    .query(({ ctx }) => ownInvitations(ctx)),

  accept: procedure
    .signedIn()
    .input(acceptInvitationSchema)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),

  /** The destination of an invitation the reader accepted. */
  landing: procedure
    .signedIn()
    .input(acceptInvitationSchema)
    .query(({ ctx, input }) => landingOf(ctx, input)),

  decline: procedure
    .signedIn()
    .input(oneInvitationSchema)
    .mutation(({ ctx, input }) => declineInvitation(ctx, input.invitationId)),
});
