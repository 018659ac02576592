import { type RestRow, row } from '../../core/rest/row.ts';

const rename = { id: 'appId' };
/** Read-only keys of GET, so that it can be put back. */
const ignore = [
  'id',
  'teamId',
  'spaceId',
  'type',
  'visibility',
  'personal',
  'permission',
  'creatorId',
  'sort',
  'archivedAt',
  'createdAt',
  'revision',
  'level',
  'abilities',
];

/** Builds a row for an administrator's change, which accepts an entry of the list. */
function administerRow(verb: 'PUT' | 'PATCH'): RestRow {
  return row({
    verb,
    path: '/api/admin/application/{id}',
    summary: 'Hands any app of the team to another member, archives it or takes it out of the archive',
    calls: 'app.administer',
    rename,
    ignore: [
      ...[
        'id',
        'name',
        'icon',
        'type',
        'visibility',
        'state',
        'owner',
        'people',
        'channels',
        'messages',
        'size',
      ],
      ...['cost', 'createdAt', 'activeAt', 'archivedAt', 'deletedAt'],
    ],
  });
}

export const appRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/admin/application/-/list',
    summary: 'The apps of the current team, for its administrators: searched, filtered and sorted',
    calls: 'app.administeredPage',
  }),
  administerRow('PUT'),
  administerRow('PATCH'),
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
    rename,
  }),
  row({
    verb: 'PUT',
    path: '/api/app/{id}/info',
    summary: 'Changes name, icon or description of an app',
    calls: 'app.update',
    rename,
    ignore,
  }),
  row({
    verb: 'DELETE',
    path: '/api/app/{id}/info',
    summary: 'Puts an app with its channels into the bin, where it stays 30 days',
    calls: 'app.remove',
    rename,
  }),
  row({
    verb: 'PUT',
    path: '/api/app/{id}/visibility',
    summary: 'Opens an app to the team, or makes it private',
    calls: 'app.setVisibility',
    rename,
  }),
  row({
    verb: 'PUT',
    path: '/api/app/{id}/permission',
    summary: 'Sets what every member may do in an app that is open to the team',
    calls: 'app.setPermission',
    rename,
  }),
];
