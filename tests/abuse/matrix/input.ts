import { builtinTemplates } from '@tandem/api/administration/template/builtin/index';
import { builtinAgentTemplates } from '@tandem/api/agent/template/builtin/index';
import { sampleOf } from '../../contract/samples.ts';
import type { ProcedureWay, RowWay } from '../../contract/surface.ts';
import type { Place } from '../../running/sample-data.ts';
import type { TeamRecords } from '../team-records.ts';

export type ClosedPlace = Place & TeamRecords & { fileId: string };

/** The input of a call: ids of the place, and for a move one that stays among its siblings. */
export function inputOf(
  way: ProcedureWay | RowWay,
  name: string,
  place: ClosedPlace,
): Record<string, unknown> {
  const input = sampleOf(way.schema, place);
  if (name === 'channel.move') input.parentId = null;
  if (/^(app|channel|space)\.move$|^model\.sort$/.test(name)) input.afterId = null;
  if (name === 'message.edit') input.messageId = place.questionId;
  if (name.startsWith('team.') && 'userId' in input) input.userId = place.userId;
  if ('invitationId' in input) input.invitationId = place.invitationId;
  if (name.startsWith('mcp.') && 'serverId' in input) input.serverId = place.serverId;
  if (name.startsWith('mcp.') && 'toolId' in input) input.toolId = place.toolId;
  if ('providerId' in input) input.providerId = place.providerId;
  if ('modelRowId' in input) input.modelRowId = place.modelRowId;
  // The team's, and off: the default answers in its place.
  if (name === 'assistant.compare') input.first = input.second = place.modelRowId;
  if (name === 'assistant.setModel' || name.endsWith('/currentModel')) input.modelId = null;
  // Everyone sees the built-in templates; a team's own are for its full members.
  if ('templateId' in input)
    input.templateId = name === 'template.remove' ? place.templateId : builtinTemplates[0]?.id;
  if (name === 'agentTemplate.choose') input.templateId = builtinAgentTemplates[0]?.id;
  // The team's would bound every other file's answers.
  if (name === 'budget.set' || name === 'budget.remove') input.appId = place.appId;
  if (name === 'retrieval.configure') input.embeddingModelId = input.rerankModelId = null;
  // Administrators give no role above their own.
  if (['file.copy', 'file.read', 'file.pages'].includes(name)) input.fileId = place.fileId;
  if (name.startsWith('dataset.') && 'to' in input) input.to = { channelId: place.channelId };
  if (name === 'source.move') input.parentId = null;
  if (name.includes('/api/dataset/{id}/')) input.id = place.datasetId;
  if (name === 'team.setRole' || name === 'team.createMember' || name === 'invitation.create')
    input.role = 'guest';
  if (name.includes('/api/files/{id}/')) input.id = place.fileId;
  if (name.includes('/api/app/{id}/')) input.id = place.appId;
  if (name.includes('/api/channel/{id}/')) input.id = place.channelId;
  return input;
}
