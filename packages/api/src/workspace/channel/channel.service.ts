/** Channel operations for other nouns. */

export { heldAmong } from './bin.repo.ts';
export { listTeamChannels, readChannel, readChannels } from './list.ts';
export { forgetPerson } from './read.repo.ts';
export { rescope } from './tree.repo.ts';
export { setTitle } from './update.ts';
