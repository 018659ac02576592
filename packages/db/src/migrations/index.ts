import type { Migration } from 'kysely/migration';
import * as foundation from './0001_foundation.ts';
import * as treeChanges from './0002_tree_changes.ts';
import * as messageRoots from './0003_message_roots.ts';
import * as sharing from './0004_sharing.ts';
import * as rooms from './0005_rooms.ts';
import * as files from './0006_files.ts';
import * as search from './0007_search.ts';
import * as notices from './0008_notices.ts';
import * as invitations from './0009_invitations.ts';
import * as administration from './0010_administration.ts';
import * as documents from './0011_documents.ts';
import * as documentLooks from './0012_document_looks.ts';
import * as suggestions from './0013_suggestions.ts';
import * as documentReadings from './0014_document_readings.ts';
import * as rights from './0015_rights.ts';
import * as pricedModels from './0016_priced_models.ts';
import * as frozenDocuments from './0017_frozen_documents.ts';
import * as requestersAndSiblings from './0018_requesters_and_siblings.ts';
import * as branches from './0020_branches.ts';
import * as sessionTeams from './0022_session_teams.ts';
import * as documentMentions from './0023_document_mentions.ts';
import * as personalApps from './0025_personal_apps.ts';
import * as commentWords from './0026_comment_words.ts';
import * as mailedInvitations from './0027_mailed_invitations.ts';
import * as spellings from './0028_spellings.ts';
import * as reasonsAndPlaces from './0029_reasons_and_places.ts';
import * as extractions from './0032_extractions.ts';
import * as datasets from './0033_datasets.ts';
import * as datasetSpaces from './0034_dataset_spaces.ts';
import * as deletedDocuments from './0035_deleted_documents.ts';
import * as passageIndex from './0036_passage_index.ts';
import * as vectors from './0037_vectors.ts';
import * as sourceOverviews from './0038_source_overviews.ts';
import * as recognisedPages from './0039_recognised_pages.ts';
import * as workspaceQuestions from './0040_workspace_questions.ts';
import * as largeDatasets from './0041_large_datasets.ts';
import * as waitingFetches from './0042_waiting_fetches.ts';
import * as agentWorkspaces from './0043_agent_workspaces.ts';
import * as openTools from './0044_open_tools.ts';
import * as sourceOrder from './0045_source_order.ts';
import * as readingAgain from './0046_reading_again.ts';
import * as steps from './0047_steps.ts';
import * as agentRuns from './0048_agent_runs.ts';
import * as queuedRuns from './0049_queued_runs.ts';
import * as answersThatWaited from './0050_answers_that_waited.ts';
import * as keptTimes from './0051_kept_times.ts';
import * as schedules from './0052_schedules.ts';

/** Every migration, in order. A name is for ever; a change is a new one. */
export const migrations: Record<string, Migration> = {
  '0001_foundation': foundation,
  '0002_tree_changes': treeChanges,
  '0003_message_roots': messageRoots,
  '0004_sharing': sharing,
  '0005_rooms': rooms,
  '0006_files': files,
  '0007_search': search,
  '0008_notices': notices,
  '0009_invitations': invitations,
  '0010_administration': administration,
  '0011_documents': documents,
  '0012_document_looks': documentLooks,
  '0013_suggestions': suggestions,
  '0014_document_readings': documentReadings,
  '0015_rights': rights,
  '0016_priced_models': pricedModels,
  '0017_frozen_documents': frozenDocuments,
  '0018_requesters_and_siblings': requestersAndSiblings,
  '0020_branches': branches,
  '0022_session_teams': sessionTeams,
  '0023_document_mentions': documentMentions,
  '0025_personal_apps': personalApps,
  '0026_comment_words': commentWords,
  '0027_mailed_invitations': mailedInvitations,
  '0028_spellings': spellings,
  '0029_reasons_and_places': reasonsAndPlaces,
  '0032_extractions': extractions,
  '0033_datasets': datasets,
  '0034_dataset_spaces': datasetSpaces,
  '0035_deleted_documents': deletedDocuments,
  '0036_passage_index': passageIndex,
  '0037_vectors': vectors,
  '0038_source_overviews': sourceOverviews,
  '0039_recognised_pages': recognisedPages,
  '0040_workspace_questions': workspaceQuestions,
  '0041_large_datasets': largeDatasets,
  '0042_waiting_fetches': waitingFetches,
  '0043_agent_workspaces': agentWorkspaces,
  '0044_open_tools': openTools,
  '0045_source_order': sourceOrder,
  '0046_reading_again': readingAgain,
  '0047_steps': steps,
  '0048_agent_runs': agentRuns,
  '0049_queued_runs': queuedRuns,
  '0050_answers_that_waited': answersThatWaited,
  '0051_kept_times': keptTimes,
  '0052_schedules': schedules,
};
