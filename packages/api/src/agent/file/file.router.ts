import {
  agentFileContentSchema,
  agentFileDifferenceSchema,
  agentFileStatesSchema,
  agentFileToDocumentSchema,
  listAgentFilesSchema,
  moveAgentFileSchema,
  removeAgentFileSchema,
  restoreAgentFilesSchema,
  writeAgentFileSchema,
} from '@tandem/shared/agent/file';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { agentRule } from '../files/agent.rules.ts';
import { compareFiles } from './compare.ts';
import { readFile } from './content.ts';
import { toDocumentRule } from './file.rules.ts';
import { listFiles } from './list.ts';
import { moveFile, removeFile } from './move.ts';
import { restoreState } from './restore.ts';
import { listStates } from './states.ts';
import { fileToDocument } from './to-document.ts';
import { writeFile } from './write.ts';

export const agentFileRouter = router({
  list: procedure
    .guarded(listAgentFilesSchema, agentRule('channel.view'))
    .query(({ ctx, input }) => listFiles(ctx, input)),

  content: procedure
    .guarded(agentFileContentSchema, agentRule('channel.view'))
    .query(({ ctx, input }) => readFile(ctx, input)),

  states: procedure
    .guarded(agentFileStatesSchema, agentRule('channel.view'))
    .query(({ ctx, input }) => listStates(ctx.db, input)),

  difference: procedure
    .guarded(agentFileDifferenceSchema, agentRule('channel.view'))
    .query(({ ctx, input, signal }) => compareFiles(ctx, input, signal)),

  write: procedure
    .guarded(writeAgentFileSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => writeFile(ctx, ctx.channel, input)),

  move: procedure
    .guarded(moveAgentFileSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => moveFile(ctx, ctx.channel, input)),

  remove: procedure
    .guarded(removeAgentFileSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => removeFile(ctx, ctx.channel, input)),

  restore: procedure
    .guarded(restoreAgentFilesSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => restoreState(ctx, ctx.channel, input)),

  toDocument: procedure
    .guarded(agentFileToDocumentSchema, toDocumentRule)
    .mutation(({ ctx, input }) => fileToDocument(ctx, ctx.place, input)),
});
