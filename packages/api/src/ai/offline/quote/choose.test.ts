import { describe, expect, it } from 'vitest';
import { choose } from './choose.ts';

const sources = [
  {
    name: 'lease.pdf',
    text: `3. Rent
The monthly rent is £6,450, payable on the first day of each month. The rent rises on 1 March of each year.

4. Deposit
The tenant pays a deposit of three months' rent, £19,350. The landlord returns it within 60 days after the end of the lease.

7. Use
Animals may be kept only with the written consent of the landlord, except guide dogs.

9. Heating
From October to April the heating keeps rooms at 21 degrees. In summer the plant is shut down for maintenance.`,
  },
  {
    name: 'minutes.md',
    text: `Minutes

Decisions

- The new warehouse in Avonmouth opens on 1 June 2026. Carla is responsible.
- The penalty clause with Swift is 2 % of the freight for each day of delay.

Action items

- Ben sends the report by 20 March 2026.
- Carla signs the contract by 15 April 2026.

Complaints about late deliveries doubled. Code E13 means no power; code E43 means a dirty sensor.`,
  },
  {
    name: 'faq.md',
    text: `Is there a warranty?

All furniture has a warranty of five years. Lamps have a warranty of two years.

Can I return goods?

You can return unused goods within 30 days of delivery.`,
  },
  {
    name: 'Urlaub.txt',
    text: 'Vollzeitbeschäftigte haben 30 Arbeitstage Urlaub im Jahr. Der Antrag wird im Portal gestellt und von der Führungskraft genehmigt.',
  },
].map((source, at) => ({ ...source, id: `${at + 1}.1`, label: '1' }));

const answers = (question: string, before: string[] = []) =>
  choose(sources, question, before).units.map(({ sentence }) => sentence);

describe('the sentence that answers comes first, alone', () => {
  it.each([
    ['How much is the rent?', 'The monthly rent is £6,450'],
    ['may we keep a dog', 'Animals may be kept'],
    ['what is the penalty for late delivery', 'The penalty clause'],
    ['What does code E43 mean?', 'Code E13 means no power; code E43'],
    ['How long is the warrenty on lamps?', 'Lamps have a warranty'],
    ['Can I retrun goods?', 'You can return unused goods'],
    ['Wie viele Urlaubstage habe ich?', 'Vollzeitbeschäftigte haben 30'],
    ['Wie hoch ist die Miete?', 'The monthly rent is'],
  ])('%s', (question, begins) => {
    expect(answers(question)[0]).toContain(begins);
  });
});

describe('a follow-up question', () => {
  it.each([
    ['and in summer?', ['heating', 'temperature'], 'In summer the plant is shut down'],
    ['Who is responsible for it?', ['warehouse', 'Avonmouth', 'open'], 'Carla is responsible.'],
    ['When does it have to be paid back?', ['deposit'], 'The landlord returns it within 60 days'],
  ])('is answered by itself, about what the one before was about: %s', (question, before, sentence) => {
    const found = answers(question, before);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(sentence);
  });
});

describe('nothing supports an answer', () => {
  it.each([
    ['Who is the CEO of Apple?', ['ceo', 'apple']],
    ['What is our dental insurance?', ['dental', 'insurance']],
    ['What does the lease say about drones?', ['drones']],
    ['What does code E99 mean?', ['e99']],
  ])('%s', (question, missing) => {
    expect(choose(sources, question)).toMatchObject({ units: [], missing });
  });
});

it('lists deadlines in the order of the sources', () => {
  const { units, isList } = choose(sources, 'List all deadlines');
  expect(isList).toBe(true);
  expect(units.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('within 60 days'),
    'Ben sends the report by 20 March 2026.',
    'Carla signs the contract by 15 April 2026.',
    'You can return unused goods within 30 days of delivery.',
  ]);
});

it('compares by a sentence for each side', () => {
  expect(answers('Compare the warranty of lamps and furniture').toSorted()).toEqual([
    'All furniture has a warranty of five years.',
    'Lamps have a warranty of two years.',
  ]);
});

it('says when the question and what it found are in different languages, and what it read for a misspelt word', () => {
  expect(choose(sources, 'Wie hoch ist die Miete?').isForeign).toBe(true);
  expect(choose(sources, 'How much is the rent?').isForeign).toBe(false);
  expect(choose(sources, 'waranty').corrected).toEqual([{ written: 'waranty', meant: 'warranty' }]);
});
