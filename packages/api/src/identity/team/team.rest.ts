import { type RestRow, row } from '../../core/rest/row.ts';

/** Administrators' changes of their team; its GET also lists the domains open to anyone. */
const change = {
  path: '/api/admin/team/preference',
  summary: "Changes a team's name, picture, default model, what newcomers begin with, and who may join",
  calls: 'team.setPreference',
  ignore: ['publicDomains'],
} as const;
/** Builds a row for an administrator's change, which accepts an entry of the list. */
function changeRow(verb: 'PUT' | 'PATCH'): RestRow {
  return row({
    verb,
    path: '/api/admin/teamMember/{id}',
    summary: 'Changes the role of a member, or whether they are suspended',
    calls: 'team.changeMember',
    rename: { id: 'userId' },
    ignore: [...['id', 'name', 'avatar', 'email', 'lastSeenAt', 'abilities', 'sessions', 'cost', 'joinedAt']],
  });
}

export const teamRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/admin/teamMember/-/list',
    summary: 'The people of the current team, for its administrators: searched, filtered and sorted',
    calls: 'team.rosterPage',
  }),
  row({
    verb: 'POST',
    path: '/api/admin/user/-/create',
    summary:
      'Makes an account for an address, and its person a member of the current team; invites it unless the caller operates the installation',
    calls: 'team.createMember',
  }),
  changeRow('PUT'),
  changeRow('PATCH'),
  row({
    verb: 'GET',
    path: '/api/team/users',
    summary: 'The people of the current team; guests see those who share a channel with them',
    calls: 'team.users',
  }),
  row({
    verb: 'GET',
    path: '/api/admin/team/preference',
    summary: "A team's choices, for its administrators",
    calls: 'team.getPreference',
  }),
  row({ verb: 'PUT', ...change }),
  row({ verb: 'PATCH', ...change }),
];
