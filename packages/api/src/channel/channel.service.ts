/** What other nouns may ask of channels. */
export { listTeamChannels, readChannel, readChannels } from './channel.list.ts';
export { setTitle } from './channel.update.ts';
export { channelsHiddenSince as listHiddenChannels } from './channel.view.repo.ts';
