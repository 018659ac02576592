import { documentTemplates } from '../../../document/template/index.ts';
import { bugPartner } from './bug-partner.ts';
import type { BuiltinTemplate } from './builtin.ts';
import { clearEditor } from './clear-editor.ts';
import { codeReviewer } from './code-reviewer.ts';
import { decisionAdviser } from './decision-adviser.ts';
import { hardConversation } from './hard-conversation.ts';
import { incidentRoom } from './incident-room.ts';
import { interviewDesigner } from './interview-designer.ts';
import { meetingAssistant } from './meeting-assistant.ts';
import { numberChecker } from './number-checker.ts';
import { onboarding } from './onboarding.ts';
import { pageReader } from './page-reader.ts';
import { planCritic } from './plan-critic.ts';
import { releaseAssistant } from './release-assistant.ts';
import { replyWriter } from './reply-writer.ts';
import { supportDesk } from './support-desk.ts';
import { translator } from './translator.ts';
import { tutor } from './tutor.ts';

export type { BuiltinTemplate, TemplateWords } from './builtin.ts';

/** The built-in templates in display order, the most widely useful first. */
export const builtinTemplates: readonly BuiltinTemplate[] = [
  clearEditor,
  meetingAssistant,
  pageReader,
  codeReviewer,
  supportDesk,
  decisionAdviser,
  translator,
  bugPartner,
  onboarding,
  planCritic,
  replyWriter,
  numberChecker,
  incidentRoom,
  hardConversation,
  releaseAssistant,
  interviewDesigner,
  tutor,
  ...documentTemplates,
];
