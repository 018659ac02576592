import { FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import type { Api } from '../../running/api.ts';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { forEach } from '../harness/filled.ts';
import type { TestServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';

/** A document in an app that the team may edit, with its owner signed in. */
export async function openDocument(server: TestServer) {
  const team = await openTeam(server);
  const { id: documentId } = await team.api.trpc.channel.create.mutate({
    appId: team.app.id,
    kind: 'document',
    name: 'Plan',
  });
  const editors: TestEditor[] = [];
  return {
    ...team,
    documentId,
    /** Limits members to this permission from now on. */
    allow: (permission: 'view' | 'comment' | 'edit') =>
      team.api.trpc.app.setPermission.mutate({ appId: team.app.id, permission }),
    /** Opens an editor without a screen. */
    async edit(api: Api = team.api, at: TestServer = server) {
      const editor = await openEditor(at.url, documentId, api.token as string);
      editors.push(editor);
      return editor;
    },
    close() {
      for (const editor of editors.splice(0)) editor.close();
    },
  };
}
export type DocumentFixture = Awaited<ReturnType<typeof openDocument>>;

/** A fresh document for each test. */
export const useDocument = (server: TestServer): DocumentFixture =>
  forEach(
    () => openDocument(server),
    (fixture) => fixture.close(),
  );

/** The blocks at the top of an editor's document. */
function containers(editor: TestEditor): Y.XmlElement[] {
  return (editor.doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).toArray() as Y.XmlElement[];
}

/** Id of the block that holds these words. */
export function blockWith(editor: TestEditor, words: string): string {
  const found = containers(editor).find((each) => textIn(each).toString().includes(words));
  return found?.getAttribute('id') as string;
}

/** The text of a block without inline elements. */
export function textIn(container: Y.XmlElement): Y.XmlText {
  return (container.get(0) as Y.XmlElement).get(0) as Y.XmlText;
}

/** The text of the block with this id. */
export function textOfBlock(editor: TestEditor, id: string): Y.XmlText {
  return textIn(containers(editor).find((each) => each.getAttribute('id') === id) as Y.XmlElement);
}

/** Words that carry each discussion's mark, by its id. */
export function marked(doc: Y.Doc): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (node: unknown): void => {
    if (node instanceof Y.XmlText) {
      for (const { insert, attributes = {} } of node.toDelta())
        for (const [name, value] of Object.entries(attributes)) {
          const id = (value as { threadId?: string } | null)?.threadId;
          if (id && name.startsWith('comment')) found[id] = (found[id] ?? '') + insert;
        }
    } else if (node instanceof Y.XmlElement || node instanceof Y.XmlFragment) node.toArray().forEach(walk);
  };
  walk(doc.getXmlFragment(FRAGMENT));
  return found;
}
