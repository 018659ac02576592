import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import { citationsOf, lease, useAnswers } from './answers.ts';

const { talk, ask, lastRequest, attached } = useAnswers();

describe('a marker', () => {
  it('becomes a link to a quote with its place, however it was streamed', async () => {
    const { id: datasetId, sources } = await attached(talk, [lease]);
    const said =
      'Due early [cite:1.2 "on the first day of each month"], dry roof [cite:1.2 "The landlord keeps the roof dry."].';
    const answer = await ask(`[[say ${said}]] When?`);
    expect(textOf(answer.parts)).toBe('Due early [1](#citation=1), dry roof [2](#citation=2).');
    const { text } = lease.pages[1] as { text: string };
    const [first, second] = citationsOf(answer.parts);
    expect(first).toEqual({
      n: 1,
      source: { kind: 'source', id: sources[0]?.id, datasetId },
      name: 'lease.pdf',
      hash: sources[0]?.hash,
      quote: 'on the first day of each month',
      place: { page: 2, label: '1', from: 16, to: 46 },
    });
    expect(text.slice(16, 46)).toBe('on the first day of each\nmonth');
    expect(text.slice(second?.place?.from, second?.place?.to)).toBe('The land-\nlord keeps the roof dry');
    // Only the link was ever shown.
    const shown = talk.live.events.flatMap((event) => (event.type === 'delta' ? event.changes : []));
    expect(JSON.stringify(shown)).not.toContain('cite:');
  });

  it('names the same quote by the same number', async () => {
    await attached(talk, [lease]);
    const twice = 'One [cite:1.3 "written consent"] two [cite:1.3 "written consent"].';
    const answer = await ask(`[[say ${twice}]] Pets?`);
    expect(textOf(answer.parts)).toBe('One [1](#citation=1) two [1](#citation=1).');
    expect(citationsOf(answer.parts)).toHaveLength(1);
  });

  it('is corrected by a page when the words stand on the next one', async () => {
    await attached(talk, [lease]);
    const answer = await ask('[[say Pets [cite:1.2 "written consent of the landlord"].]] Pets?');
    expect(citationsOf(answer.parts)[0]?.place).toMatchObject({ page: 3, label: '2' });
  });

  it('with words that are not there is unverified', async () => {
    await attached(talk, [lease]);
    const answer = await ask('[[say Pets [cite:1.3 "Pets need no consent"].]] Pets?');
    expect(textOf(answer.parts)).toBe('Pets [1](#citation=1).');
    expect(citationsOf(answer.parts)[0]).toMatchObject({ quote: 'Pets need no consent', place: null });
  });

  it('that names no source stays as it was written', async () => {
    await attached(talk, [lease]);
    const answer = await ask('[[say Odd [cite:7.1 "Pets need"] end.]] Pets?');
    expect(textOf(answer.parts)).toBe('Odd [cite:7.1 "Pets need"] end.');
    expect(citationsOf(answer.parts)).toEqual([]);
  });

  it('that does not end is text', async () => {
    await attached(talk, [lease]);
    const answer = await ask('[[say Odd [cite:1.2 "the rent is due]] Rent?');
    expect(textOf(answer.parts)).toBe('Odd [cite:1.2 "the rent is due');
  });

  it('is a bare number for the model afterwards, and in the history for other clients', async () => {
    await attached(talk, [lease]);
    await ask('[[say Pets [cite:1.3 "written consent"].]] Pets?');
    await ask('And cats?');
    expect(lastRequest().text).toContain('Pets [1].');
    expect(lastRequest().text).not.toContain('#citation');
    const history = await talk.api.get(`/api/channel/${talk.channelId}/history`);
    expect(history.text).toContain('Pets [1].');
    expect(history.text).not.toContain('#citation');
  });
});
