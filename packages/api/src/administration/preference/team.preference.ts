import { type Db, transaction } from '@tandem/db';
import { fileIdOf, fileUrl } from '@tandem/shared/file/schema';
import {
  type SetTeamPreference,
  type TeamAdmission,
  type TeamChoices,
  type TeamPreference,
  teamPreferenceSchema,
} from '@tandem/shared/team/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { keepLogo, type MadeAvatar, makeLogo } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { teamFacts } from '../../identity/team/member.repo.ts';
import type { OwnTeam } from '../../identity/team/member.ts';
import { tellMembers } from '../../identity/team/member-events.ts';
import { choicesOf, lockPreference, storeLogo, storePreference } from '../../identity/team/team.repo.ts';
import { offersModel } from '../../models/provider/provider.service.ts';
import { renameInside } from '../../people/join/team.create.ts';

/** Mail services at which anyone can have an address. */
const PUBLIC_DOMAINS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.uk ymail.com icloud.com me.com
  mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de t-online.de freenet.de mail.com mail.ru
  yandex.ru yandex.com zoho.com fastmail.com hey.com tutanota.com tuta.io qq.com foxmail.com 163.com 126.com yeah.net
  sina.com sina.cn sohu.com aliyun.com 139.com 189.cn naver.com daum.net orange.fr free.fr laposte.net wanadoo.fr
  libero.it uol.com.br bol.com.br comcast.net verizon.net att.net rediffmail.com`.split(/\s+/),
);

/**
 * Returns a team's preferences. Only the installation's first team, which newcomers join, has the choice of
 * who may join.
 */
export async function getPreference(db: Db, { teamId }: OwnTeam): Promise<TeamChoices> {
  const [{ name, logo, preference }, { isFirst }] = await Promise.all([
    choicesOf(db, teamId),
    teamFacts(db, teamId),
  ]);
  const held = teamPreferenceSchema.parse(preference);
  const { defaultModelId, language, theme } = held;
  return { name, logo, defaultModelId, language, theme, ...(isFirst && admission(held)) };
}

/**
 * Changes the given preferences.
 * @throws AppError `forbidden` for who may join in a team other than the first, `notFound` for a model the
 * team may not use, and those of `makeAvatar`
 */
export async function setPreference(
  ctx: UserContext,
  team: OwnTeam,
  change: SetTeamPreference,
): Promise<TeamChoices> {
  const { teamId } = team;
  const before = await getPreference(ctx.db, team);
  const { registration, emailDomains, defaultModelId } = change;
  if ((registration !== undefined || emailDomains !== undefined) && before.registration === undefined)
    throw new AppError('forbidden');
  if (defaultModelId && defaultModelId !== before.defaultModelId)
    if (!(await offersModel(ctx.db, teamId, defaultModelId))) throw new AppError('notFound');
  const picture = await chosenLogo(ctx, teamId, before.logo, change.logo);
  return transaction(ctx.db, async (tx) => {
    const held = teamPreferenceSchema.parse(await lockPreference(tx, teamId));
    const next = changed(held, change);
    if (JSON.stringify(next) !== JSON.stringify(held)) {
      await storePreference(tx, teamId, next);
      await recordAudit(tx, ctx, {
        teamId,
        action: 'team.preference',
        target: { kind: 'team', id: teamId },
        detail: difference(held, next),
      });
    }
    if (picture) {
      await keepLogo(tx, { teamId, userId: ctx.actor.userId }, picture.made);
      await storeLogo(tx, teamId, picture.logo);
      const detail = { removed: picture.logo === '' };
      await recordAudit(tx, ctx, {
        teamId,
        action: 'team.logo',
        target: { kind: 'team', id: teamId },
        detail,
      });
    }
    if (change.name !== undefined) await renameInside(tx, ctx, teamId, change.name);
    await tellMembers(ctx.platform, tx, teamId);
    return getPreference(tx, team);
  });
}

function changed(held: TeamPreference, change: SetTeamPreference): TeamPreference {
  const { name: _name, logo: _logo, ...given } = change;
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const next: TeamPreference = { ...held, ...said };
  return { ...next, emailDomains: [...new Set(next.emailDomains)] };
}

function difference(held: TeamPreference, next: TeamPreference): object {
  const names = Object.keys(next) as (keyof TeamPreference)[];
  const differ = names.filter((name) => JSON.stringify(held[name]) !== JSON.stringify(next[name]));
  return Object.fromEntries(differ.map((name) => [name, { from: held[name], to: next[name] }]));
}

/** Returns the new picture, or null when it stays unchanged. */
async function chosenLogo(
  ctx: UserContext,
  teamId: string,
  held: string,
  chosen: string | undefined,
): Promise<{ logo: string; made: MadeAvatar | null } | null> {
  if (chosen === undefined) return null;
  if (chosen === '') return held === '' ? null : { logo: '', made: null };
  const fileId = fileIdOf(chosen) ?? chosen;
  if (held === fileUrl(fileId)) return null;
  const made = await makeLogo(ctx, teamId, fileId);
  return { logo: fileUrl(made.fileId), made };
}

function admission({ registration, emailDomains }: TeamPreference): TeamAdmission {
  const publicDomains = emailDomains.filter((domain) => PUBLIC_DOMAINS.has(domain.toLowerCase()));
  return { registration, emailDomains, publicDomains };
}
