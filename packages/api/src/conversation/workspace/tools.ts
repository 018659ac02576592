import type { Db } from '@tandem/db';
import { othersSee } from '../../access/policy/access.audience.ts';
import { ToolError, type WorkspaceTools } from '../../ai/tools/types.ts';
import { searchedTextOf } from '../../content/search/index.ts';
import { type Asking, documentsBeginning, messagesBeginning } from './found.repo.ts';
import { partsOf } from './parts.ts';
import { isGivenUp, messageId, nameOfMessage, searchWorkspace } from './search.ts';

/** Passages of one search. */
const MAX_PASSAGES = 10;
/** Characters of one reading, and messages around one on each side. */
const MAX_READ = 20_000;
const AROUND = 8;
/** Characters of one message. */
const MAX_MESSAGE = 4_000;

const NO_SUCH =
  'There is no such document or message that the person who asked, and everyone in this channel, may view.';

/** Tools that search documents and messages: at each call as far as the asker and all readers may view them. */
export function workspaceTools(db: Db, asking: Asking): WorkspaceTools {
  return {
    async search(query) {
      try {
        const passages = await searchWorkspace(db, asking, query, MAX_PASSAGES);
        return { passages, isWhole: !(await othersSee(db, asking, asking.channelId)) };
      } catch (err) {
        if (!isGivenUp(err)) throw err;
        throw new ToolError('The search took too long. Look for fewer words, or for rarer ones.', err);
      }
    },

    async read({ kind, beginning, part }) {
      if (kind === 'M') {
        const messages = await messagesBeginning(db, asking, beginning, AROUND);
        if (messages.length === 0) throw new ToolError(NO_SUCH);
        const pages = messages.map((message) => ({
          id: `${messageId(message.id)}.1`,
          label: '',
          source: nameOfMessage(message),
          text: searchedTextOf(message.parts).slice(0, MAX_MESSAGE).toWellFormed(),
        }));
        return { pages, next: null };
      }
      const [document] = await documentsBeginning(db, asking, beginning);
      if (!document) throw new ToolError(NO_SUCH);
      const all = partsOf(document.text).slice(part - 1);
      const fitting = all.slice(0, Math.max(1, Math.floor(MAX_READ / 6_000)));
      const pages = fitting.map(({ index, label, text }) => ({
        id: `D${beginning}.${index}`,
        label,
        source: document.name,
        text,
      }));
      return { pages, next: all.length > fitting.length ? part + fitting.length : null };
    },
  };
}
