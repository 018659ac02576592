import { type RestRow, row } from '../core/rest/row.ts';

/** What administrators change of their team; its GET also tells which domains are open to anyone. */
const change = {
  path: '/api/admin/team/preference',
  summary: "Changes a team's name, picture, default model, what newcomers begin with, and who may join",
  calls: 'team.setPreference',
  ignore: ['publicDomains'],
} as const;

export const teamRows: RestRow[] = [
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
