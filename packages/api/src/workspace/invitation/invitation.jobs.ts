import type { JobDefinition } from '../../core/jobs.ts';
import { mailInvitation } from './mail.ts';

export const invitationJobs: JobDefinition[] = [
  {
    name: 'invitation.mail',
    run: (platform, payload) => mailInvitation(platform, (payload as { invitationId: string }).invitationId),
  },
];
