import * as z from 'zod';
import { appRule } from '../../access/policy/access.rules.ts';
import { type RestRow, rawRow, row } from '../../core/rest/row.ts';
import { download, fileRule, thumbnail } from './download.ts';
import { upload } from './upload.ts';

const byId = z.strictObject({ id: z.uuid() });
const viewing = fileRule<z.output<typeof byId>>(({ id }) => id);
const addingToApp = appRule<z.output<typeof byId>>('app.edit', ({ id }) => id);

export const fileRows: RestRow[] = [
  rawRow.signedIn({
    verb: 'POST',
    path: '/api/files/upload',
    summary: 'Takes in one file, which waits for a day to be sent with a message or used otherwise',
    takesFile: true,
    input: z.strictObject({}),
    handle: (ctx, _input, http) => upload(ctx, { teamId: ctx.actor.teamId, appId: null }, http),
  }),
  // An upload may take long: the right is checked again when the file is stored.
  rawRow.guarded(addingToApp, {
    verb: 'POST',
    path: '/api/app/{id}/files/upload',
    summary: 'Takes in one file that belongs to an app: whoever sees the app may read it',
    takesFile: true,
    input: byId,
    handle: (ctx, _input, http) => upload(ctx, { teamId: ctx.app.teamId, appId: ctx.app.id }, http),
  }),
  rawRow.guarded(viewing, {
    verb: 'GET',
    path: '/api/files/{id}/content',
    summary: 'The bytes of a file; `download=1` has a picture saved rather than shown',
    input: byId.extend({ download: z.literal('1').optional() }),
    handle: (ctx, input, http) => download(ctx, ctx.file, http, { asAttachment: input.download === '1' }),
  }),
  rawRow.guarded(viewing, {
    verb: 'GET',
    path: '/api/files/{id}/thumbnail',
    summary: 'A small copy of a picture, at most 640 pixels wide and high',
    input: byId,
    handle: (ctx, _input, http) => thumbnail(ctx, ctx.file, http),
  }),
  row({
    verb: 'POST',
    path: '/api/files/{id}/read',
    summary:
      'Has the text of a file read, and tells how far that is; it answers after ten seconds at the latest',
    calls: 'file.read',
    rename: { id: 'fileId' },
  }),
  row({
    verb: 'GET',
    path: '/api/files/{id}/pages',
    summary: 'The pages of a file that were read so far: their labels and texts, after the page `after`',
    calls: 'file.pages',
    rename: { id: 'fileId' },
  }),
];
