import * as z from 'zod';
import { keysetLimitSchema } from '../pagination/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import { userIdSchema } from '../user/schema.ts';

/** Actions in the audit log, `noun.verb`; each is translated in the locale `audit`, under `action`. */
export const auditActions = [
  'team.create',
  'team.rename',
  'team.preference',
  'team.logo',
  'team.remove',
  'member.create',
  'member.join',
  'member.role',
  'member.suspend',
  'member.unsuspend',
  'member.remove',
  'member.leave',
  'member.handover',
  'invitation.create',
  'invitation.renew',
  'invitation.end',
  'invitation.accept',
  'space.create',
  'space.rename',
  'space.remove',
  'app.create',
  'app.update',
  'app.scope',
  'app.transfer',
  'app.archive',
  'app.unarchive',
  'app.remove',
  'app.restore',
  'app.erase',
  'app.move',
  'channel.scope',
  'channel.move',
  'channel.remove',
  'channel.restore',
  'channel.erase',
  'channel.archive',
  'channel.unarchive',
  'channel.export',
  'dataset.attach',
  'grant.set',
  'grant.remove',
  'session.end',
  'user.remove',
  'assistant.create',
  'assistant.update',
  'assistant.remove',
  'assistant.share',
  'provider.create',
  'provider.update',
  'provider.remove',
  'model.create',
  'model.update',
  'model.remove',
  'retrieval.configure',
  'mcp.create',
  'mcp.update',
  'mcp.remove',
  'mcp.tool',
  'approval.decide',
  'agentFile.restore',
  'agentFile.upload',
  'agentSetting.update',
  'schedule.create',
  'schedule.update',
  'schedule.remove',
  'schedule.rotate',
  'schedule.pause',
  'schedule.resume',
  'budget.set',
  'budget.remove',
  'usage.export',
  'template.create',
  'template.update',
  'template.remove',
  'version.remove',
  'setting.update',
  'setting.testMail',
  'audit.export',
] as const;
export const auditActionSchema = z.enum(auditActions);
export type AuditAction = (typeof auditActions)[number];

/** The object of an action, with its name at that time. */
export interface AuditTarget {
  kind: string;
  id: string;
  name: string;
}

/** One entry of the audit log. */
export interface AuditEntry {
  id: string;
  /** Null for no person, such as a job. */
  actor: { id: number; name: string } | null;
  action: AuditAction;
  target: AuditTarget | null;
  detail: Record<string, unknown>;
  ip: string;
  createdAt: Date;
}

/** An ISO time within the database's range. */
const momentSchema = z.iso
  .datetime({ offset: true })
  .refine((moment) => moment >= '1970' && moment < '9999' && !Number.isNaN(Date.parse(moment)));

const filter = {
  /** The current team's log, or the installation's, which is for operators. */
  of: z.enum(['team', 'installation']).default('team'),
  action: auditActionSchema.optional(),
  actorId: userIdSchema.optional(),
  /** Part of the name or address of an actor or target. */
  query: queryTextSchema.max(200).optional(),
  /** From this time, inclusive. */
  from: momentSchema.optional(),
  /** Up to this time, exclusive. */
  to: momentSchema.optional(),
};

export const listAuditSchema = z.strictObject({
  ...filter,
  cursor: z.string().max(1_000).optional(),
  limit: keysetLimitSchema,
});
export type ListAudit = z.output<typeof listAuditSchema>;

export const exportAuditSchema = z.strictObject(filter);
export type AuditFilter = z.output<typeof exportAuditSchema>;
