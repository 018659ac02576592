import { FRAGMENT } from '@tandem/shared/document/schema';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { checkUpdate } from '../../edit/check.ts';
import { paragraphOf } from '../../edit/seed.ts';
import { Rescue } from './rescue.ts';

/**
 * A document of this many paragraphs, a late writer who knows them all, and the document after their removal.
 */
function begin(count: number) {
  const doc = new Y.Doc();
  const group = new Y.XmlElement('blockGroup');
  doc.getXmlFragment(FRAGMENT).insert(0, [group]);
  group.insert(
    0,
    Array.from({ length: count }, (_, n) => paragraphOf(`p${n}`).container),
  );
  const late = new Y.Doc();
  Y.applyUpdate(late, Y.encodeStateAsUpdate(doc));
  const known = Y.encodeStateVector(late);
  const rescue = new Rescue(doc);
  const textAt = (n: number) => {
    const container = (late.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).get(n) as Y.XmlElement;
    return (container.get(0) as Y.XmlElement).get(0) as Y.XmlText;
  };
  /** Applies the late writer's changes. */
  const arrive = () => {
    const update = Y.encodeStateAsUpdate(late, known);
    const lost = rescue.lostIn(checkUpdate(doc, update));
    Y.applyUpdate(doc, update);
    if (lost.length > 0) rescue.place(lost);
  };
  const lines = () => group.toArray().map((each) => ((each as Y.XmlElement).get(0) as Y.XmlElement).get(0));
  return { group, textAt, arrive, lines: () => lines().map(String) };
}

describe('changes inside removed blocks', () => {
  it('are restored where the block was, one writer’s together', () => {
    const { group, textAt, arrive, lines } = begin(4);
    textAt(1).insert(0, 'one ');
    textAt(2).insert(2, ' two');
    textAt(2).insert(0, 'and ');
    group.delete(1, 2);
    arrive();
    expect(lines()[0]).toBe('p0');
    expect(lines().at(-1)).toBe('p3');
    const words = lines().slice(1, -1).join(' ').trim().split(/\s+/u).sort();
    expect(words).toEqual(['and', 'one', 'two']);
  });

  it('are restored in few paragraphs, however many were removed', () => {
    const { group, textAt, arrive, lines } = begin(300);
    for (let n = 0; n < 300; n += 1) textAt(n).insert(0, `w${n} `);
    group.delete(0, 299);
    arrive();
    expect(lines().length).toBeLessThan(60);
    const words = lines().join(' ').split(/\s+/u);
    for (let n = 0; n < 300; n += 1) expect(words.filter((word) => word === `w${n}`)).toHaveLength(1);
  });

  it('are left alone where their block still exists', () => {
    const { group, textAt, arrive, lines } = begin(3);
    textAt(0).insert(2, '!');
    group.delete(1, 1);
    arrive();
    expect(lines()).toEqual(['p0!', 'p2']);
  });
});
