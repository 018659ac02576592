import {
  IconDatabase,
  IconFileSearch,
  IconFiles,
  IconFileText,
  IconMessage,
  IconMessageCircleUser,
  IconMessages,
  IconNotebook,
  IconRobot,
} from '@tabler/icons-react';
import type { AppType } from '@tandem/shared/app/schema';
import type { ChannelKind } from '@tandem/shared/channel/schema';

interface IconProps {
  size?: number;
  className?: string | undefined;
}

const channelIcons: Partial<Record<ChannelKind, typeof IconMessage>> = {
  document: IconFileText,
  discussion: IconMessageCircleUser,
  chatpdf: IconFileSearch,
  dataset: IconDatabase,
  agent: IconRobot,
};
const appIcons: Partial<Record<AppType, typeof IconMessage>> = {
  note: IconNotebook,
  chatpdf: IconFiles,
  agent: IconRobot,
};

/** The sign of a kind of channel. */
export function KindIcon({ kind, size = 16, className }: IconProps & { kind: ChannelKind }) {
  const Icon = channelIcons[kind] ?? IconMessage;
  return <Icon className={className ?? ''} size={size} stroke={1.75} aria-hidden />;
}

/** The sign of a type of app. */
export function AppIcon({ type, size = 16, className }: IconProps & { type: AppType }) {
  const Icon = appIcons[type] ?? IconMessages;
  return <Icon className={className ?? ''} size={size} stroke={1.75} aria-hidden />;
}
