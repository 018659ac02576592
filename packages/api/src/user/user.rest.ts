import { type RestRow, row } from '../core/rest/row.ts';

export const userRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/user/profile',
    summary: "The signed-in person's own record",
    calls: 'user.profile',
  }),
];
