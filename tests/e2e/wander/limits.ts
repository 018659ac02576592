import { words } from '../support/words.ts';

/** Controls whose effect cannot be undone: they would end the walk, or change who walks. */
const keys = [
  'common:user.signOut',
  'search:command.signOut',
  'team:menu.leave',
  'team:people.remove',
  'team:noTeam.signOut',
  'settings:remove.send',
  'settings:remove.confirm',
  'settings:devices.endOthers',
  'share:person.leave',
  'admin:teamMember.signOut',
];

/** Screens whose settings hold for the server itself, where nothing is stored. */
const OF_SERVER = '/admin/setting';

const sentences = (wanted: string[]) =>
  wanted.flatMap((key) => ['en', 'zh-CN'].map((language) => words(key, {}, language)));
const forbidden = sentences(keys);
const storing = sentences(['common:setting.save']);

/** Whether a walk keeps away from a control. */
export function isOffLimits(name: string, path: string): boolean {
  const isIn = (list: string[]) => list.some((sentence) => name.includes(`"${sentence}`));
  return isIn(forbidden) || (path === OF_SERVER && isIn(storing));
}
