import { type RestRow, row } from '../core/rest/row.ts';

export const templateRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/template/-/list',
    summary: 'Starting points for assistants and apps, those of the team first',
    calls: 'template.list',
  }),
  row({
    verb: 'GET',
    path: '/api/template/-/category',
    summary: 'The categories in which there are templates, with how many',
    calls: 'template.categories',
  }),
  row({
    verb: 'POST',
    path: '/api/template/{id}/choose',
    summary:
      'Makes a working copy: an assistant of one’s own, or an app with its assistant and a first channel',
    calls: 'template.choose',
    rename: { id: 'templateId' },
  }),
];
