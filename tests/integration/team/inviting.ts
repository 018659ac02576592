import type { TestServer } from '../harness/server.ts';
import type { Team } from '../workspace/team.ts';

type Invite = Parameters<Team['api']['trpc']['invitation']['create']['mutate']>[0];

/** Invites and waits for the mail, so that the next one to the address holds a code. */
export async function inviteTo(server: TestServer, by: Pick<Team, 'api'>, input: Invite) {
  const before = server.mail.mails.filter(({ to }) => to.includes(input.email)).length;
  const invitation = await by.api.trpc.invitation.create.mutate(input);
  await server.mail.mailTo(input.email, before);
  return invitation;
}

/** The secret part of an invitation's link. */
export const tokenOf = ({ link }: { link: string }) => link.slice(link.indexOf('=') + 1);

export const past = () => new Date(Date.now() - 1_000);

/** Lets time pass for an invitation. */
export const changeInvitation = (
  server: TestServer,
  id: string,
  values: { expiresAt?: Date; endedAt?: Date },
) => server.db.updateTable('invitation').set(values).where('id', '=', id).execute();
