import type { Part } from '@tandem/shared/message/parts';
import { memo } from 'react';
import { FileList } from '../../../ui/files/FileList.tsx';
import { Markdown } from '../../../ui/Markdown.tsx';
import { ReasoningView } from './ReasoningView.tsx';
import { SummaryNote } from './SummaryNote.tsx';
import { ToolRow } from './ToolRow.tsx';

/** One part of an answer. Sources and step marks have no place of their own in the text. */
export const PartView = memo(function PartView({ part, streaming }: { part: Part; streaming: boolean }) {
  switch (part.type) {
    case 'text':
      return part.text === '' ? null : <Markdown text={part.text} streaming={streaming} />;
    case 'reasoning':
      return <ReasoningView text={part.text} streaming={streaming} />;
    case 'dynamic-tool':
      return <ToolRow part={part} />;
    case 'data-summary':
      return <SummaryNote part={part} />;
    case 'file':
      return <FileList parts={[part]} />;
    default:
      return null;
  }
});
