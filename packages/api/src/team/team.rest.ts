import { type RestRow, row } from '../core/rest/row.ts';

export const teamRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/team/users',
    summary: 'The people of the current team; guests see those who share a channel with them',
    calls: 'team.users',
  }),
];
