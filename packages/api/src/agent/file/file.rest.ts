import type { AgentFolder } from '@tandem/shared/agent/file';
import { agentIdSchema } from '@tandem/shared/agent/schema';
import * as z from 'zod';
import { type RestRow, rawRow, row } from '../../core/rest/row.ts';
import { agentPathRule } from '../files/agent.rules.ts';
import { downloadFile, downloadFolder } from './download.ts';
import { exportAgent } from './export.ts';
import { uploadFiles } from './upload.ts';

const rename = { id: 'channelId' };
const byId = z.strictObject({ id: agentIdSchema });
const pathSchema = z.string().max(4_096);

export const agentFileRows: RestRow[] = [
  row<AgentFolder>({
    verb: 'GET',
    path: '/api/channelAgent/{id}/files',
    summary:
      'A folder of the files that an agent works with, by default the top, with what changed since its run began',
    calls: 'agentFile.list',
    rename: { ...rename, currentPath: 'path' },
    output: ({ path, ...folder }) => ({ currentPath: path, ...folder }),
  }),
  row({
    verb: 'GET',
    path: '/api/channelAgent/{id}/files/content',
    summary: 'A file with its text; `content` is null for bytes, which `url` downloads',
    calls: 'agentFile.content',
    rename,
  }),
  row({
    verb: 'GET',
    path: '/api/channelAgent/{id}/files/states',
    summary: 'The states that the files were in, newest first, with what made each; `cursor` goes on',
    calls: 'agentFile.states',
    rename,
  }),
  row({
    verb: 'PUT',
    path: '/api/channelAgent/{id}/files/content',
    summary:
      'Writes a text; where the file is not what it was in the state `basedOn`, it answers both instead',
    calls: 'agentFile.write',
    rename,
  }),
  row({
    verb: 'POST',
    path: '/api/channelAgent/{id}/files/restore',
    summary: 'Makes an earlier state the newest, or what was at or below `path`',
    calls: 'agentFile.restore',
    rename,
  }),
  rawRow.guarded(agentPathRule('channel.view'), {
    verb: 'GET',
    path: '/api/channelAgent/{id}/files/download',
    summary: 'The bytes of a file; `download=1` has a picture saved rather than shown',
    input: byId.extend({
      path: pathSchema,
      manifestId: z.uuid().optional(),
      download: z.literal('1').optional(),
    }),
    handle: (ctx, { id, path, manifestId, download }, http) =>
      downloadFile(ctx, { channelId: id, path, manifestId }, http, { asAttachment: download === '1' }),
  }),
  rawRow.guarded(agentPathRule('channel.view'), {
    verb: 'GET',
    path: '/api/channelAgent/{id}/files/zip',
    summary: 'A folder of files, by default all, as a zip archive',
    input: byId.extend({ path: pathSchema.default(''), manifestId: z.uuid().optional() }),
    handle: (ctx, input) => downloadFolder(ctx, ctx.channel, input),
  }),
  rawRow.guarded(agentPathRule('channel.view'), {
    verb: 'GET',
    path: '/api/channelAgent/{id}/export',
    summary: 'An agent’s channel as a zip archive: its conversation in Markdown, and its files',
    input: byId,
    handle: (ctx) => exportAgent(ctx, ctx.channel),
  }),
  // An upload may take long: the right is checked again when the files are stored.
  rawRow.guarded(agentPathRule('channel.edit'), {
    verb: 'POST',
    path: '/api/channelAgent/{id}/files/upload',
    summary:
      'Takes in files, in the repeated field `file`; the field `currentPath` before them names their folder',
    takesFile: true,
    input: byId,
    handle: (ctx, _input, http) => uploadFiles(ctx, ctx.channel, http),
  }),
];
