import { type RestRow, row } from '../../core/rest/row.ts';

export const userRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/user/profile',
    summary: "The signed-in person's own record",
    calls: 'user.profile',
  }),
  row({
    verb: 'PUT',
    path: '/api/userSetting/general',
    summary:
      "Changes the person's own record: `avatar` is an uploaded picture's id or path, or empty for none",
    calls: 'user.update',
  }),
];
