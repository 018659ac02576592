import * as z from 'zod';
import { appRule } from '../../access/policy/access.rules.ts';
import type { Context, UserContext } from '../../core/context.ts';
import { notSignedIn } from '../../core/errors.ts';
import { type RestRow, rawRow } from '../../core/rest/row.ts';
import { admit, isUserContext } from '../../core/trpc/access.ts';
import { download, fileFor, thumbnail } from './download.ts';
import { upload } from './upload.ts';

const viewing = { kind: 'action', action: 'file.view' } as const;
const byId = z.strictObject({ id: z.uuid() });
const addingToApp = appRule<z.output<typeof byId>>('app.edit', ({ id }) => id);

export const fileRows: RestRow[] = [
  rawRow({
    verb: 'POST',
    path: '/api/files/upload',
    summary: 'Takes in one file, which waits for a day to be sent with a message or used otherwise',
    access: { kind: 'signedIn' },
    takesFile: true,
    input: z.strictObject({}),
    async handle(anyone, _input, http) {
      const ctx = person(anyone);
      return upload(ctx, { teamId: ctx.actor.teamId, appId: null }, http);
    },
  }),
  rawRow({
    verb: 'POST',
    path: '/api/app/{id}/files/upload',
    summary: 'Takes in one file that belongs to an app: whoever sees the app may read it',
    access: { kind: 'action', action: addingToApp.action },
    takesFile: true,
    input: byId,
    async handle(anyone, input, http) {
      const ctx = person(anyone);
      // Receiving may take long: the right is judged again as the file is stored.
      const { app, db } = await admit(ctx, addingToApp, input);
      return upload({ ...ctx, db }, { teamId: app.teamId, appId: app.id }, http);
    },
  }),
  rawRow({
    verb: 'GET',
    path: '/api/files/{id}/content',
    summary: 'The bytes of a file; `download=1` has a picture saved rather than shown',
    access: viewing,
    input: byId.extend({ download: z.literal('1').optional() }),
    async handle(anyone, input, http) {
      const ctx = person(anyone);
      const file = await fileFor(ctx, input.id);
      return download(ctx, file, http, { asAttachment: input.download === '1' });
    },
  }),
  rawRow({
    verb: 'GET',
    path: '/api/files/{id}/thumbnail',
    summary: 'A small copy of a picture, at most 640 pixels wide and high',
    access: viewing,
    input: byId,
    async handle(anyone, { id }, http) {
      const ctx = person(anyone);
      return thumbnail(ctx, await fileFor(ctx, id), http);
    },
  }),
];

/** Rows that are not public are reached by signed-in people only. */
function person(ctx: Context): UserContext {
  if (!isUserContext(ctx)) throw notSignedIn(ctx.actor);
  return ctx;
}
