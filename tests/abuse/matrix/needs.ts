import type { Permission } from '@tandem/shared/access/permissions';

/**
 * Who may do what: the level that each call needs on what it names, or the standing in the team. Written down
 * apart from the policies, so that a change of rights shows here; a way in that is not listed fails the test.
 */
export type Need =
  | Permission
  | 'anyone'
  | 'signed in'
  | 'of the team'
  | 'member'
  | 'administrator'
  | 'operator';

/** Calls, by whichever carrier. */
export const needs: Record<string, Need> = {
  'app.list': 'of the team',
  'app.get': 'view',
  'app.create': 'member',
  'app.update': 'edit',
  'app.move': 'edit',
  'app.setVisibility': 'manage',
  'app.setPermission': 'manage',
  'app.remove': 'manage',
  'app.restore': 'manage',
  'app.bin': 'of the team',
  'assistant.list': 'view',
  'assistant.ofChannel': 'view',
  'assistant.update': 'edit',
  'audit.list': 'administrator',
  'channel.list': 'view',
  'channel.get': 'view',
  'channel.create': 'edit',
  'channel.update': 'edit',
  'channel.move': 'edit',
  'channel.remove': 'manage',
  'channel.restore': 'manage',
  'channel.setVisibility': 'manage',
  'channel.setPermission': 'manage',
  'channel.bin': 'view',
  'channel.markRead': 'view',
  'channel.markUnread': 'view',
  'channel.pin': 'view',
  'channel.people': 'view',
  'channel.typing': 'edit',
  'channel.fork': 'edit',
  'channel.archive': 'manage',
  'channel.unarchive': 'manage',
  'grant.list': 'view',
  'grant.share': 'manage',
  'grant.set': 'manage',
  'grant.remove': 'manage',
  'grant.withdraw': 'manage',
  'grant.shared': 'of the team',
  'grant.sharedPage': 'of the team',
  'home.recent': 'of the team',
  'invitation.create': 'administrator',
  'invitation.list': 'administrator',
  'invitation.resend': 'administrator',
  'invitation.withdraw': 'administrator',
  'invitation.peek': 'anyone',
  'invitation.mine': 'signed in',
  'invitation.accept': 'signed in',
  'invitation.decline': 'signed in',
  'message.list': 'view',
  'message.history': 'view',
  'message.send': 'edit',
  'message.stop': 'edit',
  'message.regenerate': 'edit',
  'message.continue': 'edit',
  'message.edit': 'edit',
  'message.select': 'edit',
  'message.react': 'comment',
  'message.editQueued': 'edit',
  'message.removeQueued': 'edit',
  'model.list': 'of the team',
  'session.list': 'signed in',
  'session.end': 'signed in',
  'session.endOthers': 'signed in',
  'search.find': 'of the team',
  'notice.list': 'signed in',
  'notice.read': 'signed in',
  'space.list': 'of the team',
  'space.create': 'administrator',
  'space.rename': 'administrator',
  'space.move': 'administrator',
  'space.remove': 'administrator',
  'space.changeSort': 'of the team',
  'system.setting': 'anyone',
  'team.users': 'of the team',
  'team.tree': 'of the team',
  'team.get': 'of the team',
  'team.members': 'of the team',
  'team.setRole': 'administrator',
  'team.suspend': 'administrator',
  'team.removeMember': 'administrator',
  'team.leave': 'of the team',
  'team.create': 'operator',
  'team.rename': 'administrator',
  'team.getPreference': 'operator',
  'team.setPreference': 'operator',
  'user.profile': 'signed in',
  'user.update': 'signed in',
  'user.sendRemovalCode': 'signed in',
  'user.remove': 'signed in',
};

/** Subscriptions, over the socket and by server-sent events. */
export const streamNeeds: Record<string, Need> = {
  'live.channel': 'view',
  'live.team': 'of the team',
  'live.me': 'signed in',
};

/** REST rows with a handling of their own. */
export const rawNeeds: Record<string, Need> = {
  'POST /api/report': 'anyone',
  'POST /api/user/sendEmailCode': 'anyone',
  'POST /api/user/login': 'anyone',
  'POST /api/user/register': 'anyone',
  'GET /api/user/logout': 'anyone',
  'GET /api/oauth/support': 'anyone',
  'GET /api/oauth/{id}/start': 'anyone',
  'GET /api/oauth/{id}/callback': 'anyone',
  'GET /api/channel/{id}/export': 'view',
  // Their own portrait, for one, is a matter of no team.
  'POST /api/files/upload': 'signed in',
  'POST /api/app/{id}/files/upload': 'edit',
  'GET /api/files/{id}/content': 'view',
  'GET /api/files/{id}/thumbnail': 'view',
  'GET /api/admin/audit/export': 'administrator',
};
