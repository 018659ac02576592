import { type RestRow, row } from '../core/rest/row.ts';

export const appRows: RestRow[] = [
  row({
    verb: 'POST',
    path: '/api/app',
    summary: 'Makes an app, with a default assistant',
    calls: 'app.create',
  }),
  row({
    verb: 'GET',
    path: '/api/app/{id}/info',
    summary: 'An app as its reader sees it',
    calls: 'app.get',
    rename: { id: 'appId' },
  }),
];
