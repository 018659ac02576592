import { administrationScreens } from './administration.ts';
import { assistantsScreens } from './assistants.ts';
import { channelScreens } from './channel.ts';
import { documentScreens } from './document.ts';
import { exchangeScreens } from './exchange.ts';
import { outsideScreens } from './outside.ts';
import { ownScreens } from './own.ts';
import { suggestionScreens } from './suggestion.ts';
import { teamScreens } from './team.ts';
import { versionsScreens } from './versions.ts';
import { workspaceScreens } from './workspace.ts';

/** Every screen there is, each by a name for its picture. */
export const screens = [
  ...outsideScreens,
  ...ownScreens,
  ...teamScreens,
  ...workspaceScreens,
  ...assistantsScreens,
  ...channelScreens,
  ...documentScreens,
  ...exchangeScreens,
  ...versionsScreens,
  ...suggestionScreens,
  ...administrationScreens,
];
