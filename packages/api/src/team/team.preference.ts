import { type Db, transaction } from '@tandem/db';
import {
  type SetTeamPreference,
  type TeamAdmission,
  type TeamPreference,
  teamPreferenceSchema,
} from '@tandem/shared/team/schema';
import type { AccessRule } from '../core/access.ts';
import type { UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { teamFacts } from './team.member.repo.ts';
import type { OwnTeam } from './team.member.ts';
import { isAdministrator } from './team.policy.ts';
import { lockPreference, preferenceOf, storePreference } from './team.repo.ts';
import { teamRule } from './team.service.ts';

/** Mail services at which anyone can have an address. */
const PUBLIC_DOMAINS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.uk ymail.com icloud.com me.com
  mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de t-online.de freenet.de mail.com mail.ru
  yandex.ru yandex.com zoho.com fastmail.com hey.com tutanota.com tuta.io qq.com foxmail.com 163.com 126.com yeah.net
  sina.com sina.cn sohu.com aliyun.com 139.com 189.cn naver.com daum.net orange.fr free.fr laposte.net wanadoo.fr
  libero.it uol.com.br bol.com.br comcast.net verizon.net att.net rediffmail.com`.split(/\s+/),
);

/**
 * Guards who may join without an invitation: administrators of the installation's first team, which is the one that
 * newcomers join.
 */
export function admissionRule<Input>(action: string): AccessRule<Input, { team: OwnTeam }> {
  const administers = teamRule<Input>(action, isAdministrator);
  return {
    action,
    async check(ctx, input) {
      const { team } = await administers.check(ctx, input);
      if (!(await teamFacts(ctx.db, team.teamId)).isFirst) throw new AppError('forbidden');
      return { team };
    },
  };
}

/** Who may join a team without an invitation. */
export async function getPreference(db: Db, { teamId }: OwnTeam): Promise<TeamAdmission> {
  return present(teamPreferenceSchema.parse(await preferenceOf(db, teamId)));
}

/** Changes the choices given; the others stay. */
export async function setPreference(
  ctx: UserContext,
  { teamId }: OwnTeam,
  change: SetTeamPreference,
): Promise<TeamAdmission> {
  return transaction(ctx.db, async (tx) => {
    const held = teamPreferenceSchema.parse(await lockPreference(tx, teamId));
    const { registration = held.registration, emailDomains = held.emailDomains } = change;
    const preference = { ...held, registration, emailDomains: [...new Set(emailDomains)] };
    await storePreference(tx, teamId, preference);
    return present(preference);
  });
}

function present({ registration, emailDomains }: TeamPreference): TeamAdmission {
  const publicDomains = emailDomains.filter((domain) => PUBLIC_DOMAINS.has(domain.toLowerCase()));
  return { registration, emailDomains, publicDomains };
}
