/** What other nouns may ask of channels. */
export { heldAmong } from './channel.bin.repo.ts';
export { eraseLeaves, mayErase } from './channel.erase.ts';
export { listTeamChannels, readChannel, readChannels } from './channel.list.ts';
export { forgetPerson } from './channel.read.repo.ts';
export { rescope } from './channel.tree.repo.ts';
export { setTitle } from './channel.update.ts';
export { channelsHiddenSince as listHiddenChannels } from './channel.view.repo.ts';
