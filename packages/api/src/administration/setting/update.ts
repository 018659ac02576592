import { type Db, onCommit, transaction } from '@tandem/db';
import type { InstallationSetting, SettingName, UpdateSetting } from '@tandem/shared/setting/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { topics } from '../../core/live/bus.ts';
import { sealSetting } from '../../identity/setting/secret.ts';
import {
  deleteSetting,
  firstTeamId,
  lockSettings,
  storeSetting,
} from '../../identity/setting/setting.repo.ts';
import { readSetting, variableOf } from '../../identity/setting/setting.service.ts';
import { keepSignInMethod } from '../../identity/setting/sign-in-methods.ts';
import {
  defaultValues,
  fixedValues,
  readStored,
  type StoredValues,
  valuesOf,
} from '../../identity/setting/values.ts';
import { lockMembers } from '../../identity/team/member.ts';
import { tryMailServer } from './mail.ts';

const changes: Limit = { name: 'setting.update', max: 120, windowSeconds: 60 * 60 };
const secrets = new Set<SettingName>(['smtpUrl']);

/**
 * Changes the given settings, all or none; they apply immediately in every process.
 * @throws AppError `settingFixed` for settings of the environment, `noWayIn` when no operator could sign in
 * any more, `mailFailed` for a mail server that rejects us
 */
export async function updateSetting(ctx: UserContext, change: UpdateSetting): Promise<InstallationSetting> {
  const { platform, actor } = ctx;
  await limitByActor(ctx, changes);
  const wanted = Object.entries(change).filter(([, value]) => value !== undefined) as [
    SettingName,
    unknown,
  ][];
  const fixed = fixedValues(platform.settings);
  for (const [name] of wanted)
    if (name in fixed) throw new AppError('settingFixed', { variable: variableOf[name] });
  if (typeof change.smtpUrl === 'string') await tryMailServer(change.smtpUrl);

  await transaction(ctx.db, async (tx) => {
    const teamId = await firstTeamId(tx);
    // The set of operators must not change while we check that one of them can still sign in.
    if (teamId !== null) await lockMembers(tx, teamId);
    await lockSettings(tx);
    const before = await readStored(tx, platform.settings);
    const after = changed(before, wanted);
    if ('emailCodes' in change || 'disabledProviders' in change)
      await keepSignInMethod(tx, platform, judged(ctx, after));
    for (const [name, value] of wanted) await store(tx, ctx, name, value);
    const detail = Object.fromEntries(
      wanted.map(([name, value]) => [name, { from: shown(name, before[name]), to: shown(name, value) }]),
    );
    if (wanted.length > 0)
      await recordAudit(tx, ctx, {
        teamId: null,
        action: 'setting.update',
        target: { kind: 'setting', id: wanted.map(([name]) => name).join(' ') },
        detail,
        actorId: actor.userId,
      });
    onCommit(tx, async () => {
      await platform.values.refresh();
      platform.bus.publish(topics.settings, { type: 'settings.changed' });
    });
  });
  return readSetting(ctx);
}

function changed(before: StoredValues, wanted: readonly [SettingName, unknown][]): StoredValues {
  const after = { ...before };
  for (const [name, value] of wanted)
    if (value === null) delete after[name];
    else after[name] = value;
  return after;
}

/**
 * Judges the requested values: codes that would be switched on again automatically do not excuse switching
 * them off.
 */
function judged({ platform: { settings } }: UserContext, stored: StoredValues) {
  const asked = { ...defaultValues(settings), ...stored, ...fixedValues(settings) };
  return { ...valuesOf(settings, stored), emailCodes: asked.emailCodes as boolean };
}

async function store(tx: Db, { platform, actor }: UserContext, name: SettingName, value: unknown) {
  if (value === null) return deleteSetting(tx, name);
  const secret = secrets.has(name) ? sealSetting(platform.settings.secretKey, name, value as string) : null;
  await storeSetting(tx, {
    name,
    value: secret ? null : value,
    secret,
    updatedBy: actor.userId,
  });
}

/** Records of a secret only whether it is set. */
function shown(name: SettingName, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  return secrets.has(name) ? '•••' : value;
}
