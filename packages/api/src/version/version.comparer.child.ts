import { type States, statesDifference } from './version.comparer.ts';

process.once('message', async (states: States) => {
  process.send?.(await statesDifference(states));
});
