import { IconHistory, IconList, IconMessageCircle, IconSparkles } from '@tabler/icons-react';
import type { Channel } from '@tandem/shared/channel/schema';
import type { ComponentType } from 'react';
import type { OpenChannel } from '../../entities/message/open.ts';
import { type LazyPart, lazyPart } from '../../ui/page/lazy-part.tsx';
import type { DocumentEditor } from './editor/schema.ts';

/** Props of a panel beside a document. */
export interface PanelProps extends OpenChannel {
  documentId: string;
  /** Undefined until the tree is known. */
  channel: Channel | undefined;
  /** Null until the editor is ready. */
  editor: DocumentEditor | null;
  onClose(): void;
}

interface Panel extends LazyPart<PanelProps> {
  icon: ComponentType<{ size?: number; stroke?: number }>;
}

/** The panels beside a document, in the order of their buttons. */
export const panels = {
  outline: { icon: IconList, ...lazyPart('document-outline', () => import('./outline/OutlinePanel.tsx')) },
  discussion: {
    icon: IconMessageCircle,
    ...lazyPart<PanelProps>(
      'document-discussion',
      () => import('../../features/discussion/DiscussionPanel.tsx'),
    ),
  },
  chat: { icon: IconSparkles, ...lazyPart('document-chat', () => import('./ChatPanel.tsx')) },
  version: {
    icon: IconHistory,
    ...lazyPart<PanelProps>('document-version', () => import('../../features/version/VersionPanel.tsx')),
  },
} satisfies Record<string, Panel>;
export type PanelName = keyof typeof panels;
export const panelNames = Object.keys(panels) as PanelName[];
