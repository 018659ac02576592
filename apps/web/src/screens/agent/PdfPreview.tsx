import type { AgentFileContent } from '@tandem/shared/agent/file';
import { useState } from 'react';
import { nameOf } from '../../entities/agent-file/address.ts';
import { pdfPart } from '../../features/source/parts.ts';
import type { Selected } from '../../features/source/viewer.ts';

const start = { page: 1, mark: null };
const noMarks: readonly never[] = [];

/** The pages of a PDF among an agent's files. */
export function PdfPreview({ file }: { file: AgentFileContent }) {
  const [selected, select] = useState<Selected | null>(null);
  return (
    <pdfPart.Part
      fileId={null}
      url={file.url}
      name={nameOf(file.path)}
      marks={noMarks}
      target={start}
      selected={selected}
      onPage={() => {}}
      onSelect={select}
    />
  );
}
