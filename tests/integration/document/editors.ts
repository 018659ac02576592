import { afterEach } from 'vitest';
import type { Api } from '../../running/api.ts';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import type { TestServer } from '../harness/server.ts';

/** Opens documents as one who has them on screen does; each is closed after its test. */
export function useEditors(server: TestServer) {
  const editors: TestEditor[] = [];
  afterEach(() => {
    for (const editor of editors.splice(0)) editor.close();
  });
  return async (api: Pick<Api, 'token'>, documentId: string, at: TestServer = server) => {
    const editor = await openEditor(at.url, documentId, api.token as string);
    editors.push(editor);
    return editor;
  };
}
