import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FileIcon } from './FileIcon.tsx';

it.each([
  ['application/epub+zip', 'book-2'],
  ['application/zip', 'file-zip'],
  ['application/pdf', 'file-type-pdf'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'table'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'file-text'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'presentation'],
  ['message/rfc822', 'mail'],
  ['application/octet-stream', 'file'],
])('shows %s as %s', (mediaType, icon) => {
  const { container } = render(<FileIcon mediaType={mediaType} />);
  expect(container.querySelector(`.tabler-icon-${icon}`)).not.toBeNull();
});
