import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import { gistOf, useTalkingServer } from '../message/conversation.ts';
import { type Agent, openAgent, useAgent } from './agent.ts';
import { useBuiltIn } from './built-in.ts';

const server = useTalkingServer();
const agent = useAgent(server);

async function write(on: Agent, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const { manifestId } = await on.api.trpc.agentFile.list.query({ channelId: on.channelId });
    const input = { channelId: on.channelId, path, content, basedOn: manifestId };
    expect((await on.api.trpc.agentFile.write.mutate(input)).outcome).toBe('written');
  }
}

/** Gives a task, and waits for the end of its run. */
async function work(on: Agent, text: string): Promise<string> {
  const before = on.live.list.length;
  await on.api.trpc.message.send.mutate({ channelId: on.channelId, text });
  await on.live.until(({ list }) => list.length === before + 2);
  await on.live.untilSettled();
  return textOf(on.live.list.at(-1)?.parts ?? []);
}

const january = 'day,amount\n1,10\n2,20.5\n';
const february = 'amount,day\n7,1\n';

describe('the built-in model in an agent’s channel', () => {
  it('summarises files, and shows its plan', async () => {
    await useBuiltIn(server, agent);
    await write(agent, {
      'notes.md': '# Tea\n\nThe room opens in May, and has 40 seats.\n',
      'jan.csv': january,
    });
    expect(await work(agent, 'Summarise the files in SUMMARY.md')).toContain('I wrote **SUMMARY.md**');
    const summary = (await agent.file('SUMMARY.md')) ?? '';
    expect(summary).toContain('| notes.md | ');
    expect(summary).toContain('| amount | 2 | 2 | 30.5 | 10 | 20.5 | 15.25 |');
    const gist = gistOf(agent.live.list.at(-1)?.parts ?? []);
    for (const tool of ['update_plan', 'list_files', 'read_file', 'write_file'])
      expect(gist).toContain(`${tool}: output-available`);
    expect(gist.join()).not.toContain('error');
  });

  it('counts by a command, and works off tables that are too long to be read by programs', async () => {
    await useBuiltIn(server, agent);
    const long = `day,amount,“ü” 😀\n${'1,2,some words that make it long\n'.repeat(2_000)}`;
    await write(agent, { 'long/a 1.csv': long, "long/b'2.csv": long });
    expect(await work(agent, 'How many lines do the files have?')).toContain('**4002** lines');
    const figures = await work(agent, 'Summarise the columns of the CSV files');
    expect(figures).toContain('2000 rows');
    expect(figures).toContain('| amount | 2000 | 1 | 4000 | 2 | 2 | 2 |');
    expect(await work(agent, 'Merge the CSV files into all/merged.csv')).toContain('4000 rows');
    expect((await agent.file('all/merged.csv'))?.trimEnd().split('\n')).toHaveLength(4_001);
  }, 120_000);

  it('merges, sorts and finds in Chinese', async () => {
    await useBuiltIn(server, agent);
    await write(agent, { 'jan.csv': january, 'feb.csv': february, 'n.md': '预算 100' });
    expect(await work(agent, '把 CSV 文件合并为 all.csv')).toContain('3 行');
    expect(await agent.file('all.csv')).toBe('amount,day\n7,1\n10,1\n20.5,2\n');
    expect(await work(agent, '在文件中查找“预算”')).toContain('`n.md`:1: 预算 100');
    await work(agent, '按类型把文件整理到文件夹');
    expect(await agent.file('表格/all.csv')).not.toBeNull();
  });

  it('tells the text when a person refuses to have it written, and reads in the mode that only reads', async () => {
    const asking = await openAgent(server, { mode: 'ask' });
    await useBuiltIn(server, asking);
    await asking.api.trpc.message.send.mutate({
      channelId: asking.channelId,
      text: 'Write "Buy milk" into todo.txt',
    });
    await asking.decide(await asking.call('approval-requested', 'write_file'), false);
    await asking.live.untilSettled();
    expect(textOf(asking.live.list.at(-1)?.parts ?? [])).toContain('Buy milk');
    expect(await asking.file('todo.txt')).toBeNull();
    await asking.close();

    const reading = await openAgent(server, { mode: 'read' });
    await useBuiltIn(server, reading);
    await write(reading, { 'jan.csv': january });
    expect(await work(reading, 'Summarise the files')).toContain('I may only read here');
    expect(await work(reading, 'Count the lines of the files')).toContain('**3** lines');
    await reading.close();
  });

  it('says what it cannot do', async () => {
    await useBuiltIn(server, agent);
    expect(await work(agent, 'Design a logo')).toContain('I can do some work with files');
  });
});
