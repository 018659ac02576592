import { isShownImage } from '@tandem/shared/file/schema';
import type { Part } from '@tandem/shared/message/parts';
import { memo } from 'react';
import { FileList } from '../../../ui/files/FileList.tsx';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import { lazyPart } from '../../../ui/page/lazy-part.tsx';
import { groundingNote } from './citations.ts';
import { ReasoningView } from './ReasoningView.tsx';
import { SummaryNote } from './SummaryNote.tsx';
import { ToolRow } from './ToolRow.tsx';

const approval = lazyPart('approval', () => import('./ApprovalCard.tsx'), ['mcp']);
const pictures = lazyPart('made-pictures', () => import('./MadePictures.tsx'));

interface PartViewProps {
  part: Part;
  streaming: boolean;
  messageId?: string;
  /** Whether this person may consent to a call that waits. */
  mayDecide?: boolean;
}

/** One part of an answer. Sources and step marks are not shown in the text. */
export const PartView = memo(function PartView({
  part,
  streaming,
  messageId,
  mayDecide = false,
}: PartViewProps) {
  switch (part.type) {
    case 'text':
      return part.text === '' ? null : <Markdown text={part.text} streaming={streaming} />;
    case 'reasoning':
      return <ReasoningView part={part} streaming={streaming} />;
    case 'dynamic-tool':
      return part.state === 'approval-requested' && messageId !== undefined ? (
        <approval.Part part={part} messageId={messageId} mayDecide={mayDecide} />
      ) : (
        <ToolRow part={part} />
      );
    case 'data-summary':
      return <SummaryNote part={part} />;
    case 'data-grounding':
      return <groundingNote.Part use={part.data} />;
    case 'file':
      return isShownImage(part.mediaType) ? <pictures.Part parts={[part]} /> : <FileList parts={[part]} />;
    default:
      return null;
  }
});
