import { FRAGMENT } from '@tandem/shared/document/schema';
import { afterEach, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import type { TestEditor } from '../../running/editor.ts';
import { useServer } from '../harness/server.ts';
import { Chance, containersIn, groupIn, madeContainer, plainText, textsIn, typeWord } from './forks.ts';
import { closeEditors, expectOnce, makeDocument } from './programs.ts';

const SEEDS = Number(process.env.WORD_SEEDS ?? 3);
const FIRST_SEED = Number(process.env.WORD_SEED ?? 1);

const server = useServer();
afterEach(closeEditors);

describe('random typing and random writing', () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1)
    it(`leaves every word once (WORD_SEED=${seed})`, async () => {
      const chance = new Chance(seed);
      const { api, session, documentId, open, read, put } = await makeDocument(
        server,
        'alpha beta\n\n- gamma\n- delta\n\n> epsilon\n\nzeta eta theta\n',
      );
      const writers = await Promise.all(Array.from({ length: 1 + chance.below(2) }, open));
      const programs = [api, await session()];
      const known: { text: string; tag: string }[] = await Promise.all(programs.map((who) => read(who)));
      const words: string[] = [];
      let count = 0;
      const next = (name: string) => {
        count += 1;
        words.push(`${name}x${count}`);
        return words.at(-1) as string;
      };
      const type = () => {
        const { doc } = chance.of(writers);
        const group = groupIn(doc);
        const texts = textsIn(doc.getXmlFragment(FRAGMENT));
        const places = containersIn(group).filter(({ parent }) => parent === group);
        const at = group.toArray().indexOf(chance.of(places)) + 1;
        if (chance.below(5) > 0) typeWord(chance.of(texts), next('typed'), chance);
        else group.insert(at, [madeContainer(crypto.randomUUID(), next('typed'))]);
      };
      const write = async () => {
        const i = chance.below(programs.length);
        const who = programs[i] as Api;
        if (chance.below(3) > 0) known[i] = await read(who);
        const { text, tag } = known[i] as { text: string; tag: string };
        const word = next('put');
        const lines = text.trimEnd().split('\n\n');
        const line = chance.below(lines.length);
        const kind = chance.below(4);
        if (kind === 0) lines.splice(line, 0, word);
        else if (kind === 1) lines.push(word);
        else if (kind === 2) lines[line] = `${lines[line]} ${word}`;
        else {
          const format = chance.of(['markdown', 'html'] as const);
          await who.trpc.document.append.mutate({
            documentId,
            format,
            content: format === 'html' ? `<p>${word}</p>` : word,
          });
          return;
        }
        const written = `${lines.join('\n\n')}\n`;
        const isNamed = tag !== '' && chance.below(2) === 0;
        const { status } = await put(who, written, isNamed ? tag : undefined);
        if (status === 412 && isNamed) words.splice(words.indexOf(word), 1);
        else expect(status).toBe(200);
        // It continues from its own text, for which there is no ETag, or reads again.
        known[i] = status === 200 && !isNamed ? { text: written, tag: '' } : await read(who);
      };
      for (let n = 0; n < 25; n += 1) {
        const writing = chance.below(2) === 0 ? write() : Promise.resolve();
        for (let m = chance.below(4); m > 0; m -= 1) {
          type();
          await new Promise((resolve) => setTimeout(resolve, chance.below(6)));
        }
        await writing;
      }
      for (const writer of writers) await writer.saved();
      const { text } = await read();
      expectOnce(
        text,
        [...words, 'alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'],
        `seed ${seed}: `,
      );
      const held = (editor: TestEditor) => textsIn(groupIn(editor.doc)).map(plainText);
      const fresh = held(await open());
      for (const writer of writers) await expect.poll(() => held(writer)).toEqual(fresh);
    });
});
