import { builtinAgentTemplates } from '@tandem/api/agent/template/builtin/index';
import { textOf } from '@tandem/shared/message/parts';
import { languages } from '@tandem/shared/user/schema';
import { describe, expect, it } from 'vitest';
import { type ScriptedStep, script } from '../../fakes/provider/script.ts';
import { useOutsideSite } from '../dataset/outside-site.ts';
import { gistOf, useOwnTalkingServer } from '../message/conversation.ts';
import { type Agent, openAgent, useAgent } from './agent.ts';
import { useBuiltIn } from './built-in.ts';

const server = useOwnTalkingServer();
const agent = useAgent(server, { tools: ['fetch_page'] });
const site = useOutsideSite(
  server,
  (_, response) => response.setHeader('content-type', 'text/plain').end('Tea rooms grew by 4 % in 2026.'),
  ['127.0.0.1'],
);

const idOf = (title: string) => {
  const found = builtinAgentTemplates.find(({ words }) => words.en.title === title);
  if (!found) throw new Error(`no template ${title}`);
  return found.id;
};

/** Chooses a template, and gives its task to a model that works it off by these steps; every consent is given. */
async function workOff(on: Agent, title: string, steps: ScriptedStep[], more = ''): Promise<string[]> {
  const { channelId } = on;
  const chosen = await on.api.trpc.agentTemplate.choose.mutate({ channelId, templateId: idOf(title) });
  const task = `${script(...steps)} ${chosen.task} ${more}`;
  await on.api.trpc.run.start.mutate({ channelId, task, mode: chosen.mode });
  const newest = () => on.live.list.at(-1);
  const asked = () =>
    newest()?.parts.find((part) => part.type === 'dynamic-tool' && part.state === 'approval-requested');
  const decided = new Set<string>();
  for (;;) {
    await on.live.until(
      ({ list }) =>
        list.length > 1 &&
        (newest()?.status === 'done' || (asked() !== undefined && !decided.has(JSON.stringify(asked())))),
    );
    const call = asked();
    if (call?.type !== 'dynamic-tool') break;
    decided.add(JSON.stringify(call));
    await on.decide(call, true);
  }
  return gistOf(newest()?.parts ?? []).filter((part) => !part.startsWith('text'));
}

describe('templates of agents’ tasks', () => {
  it('are listed in the language of the reader, with what they need', async () => {
    const { channelId, api } = agent;
    const list = await api.trpc.agentTemplate.list.query({ channelId });
    expect(list.filter(({ needsModel }) => needsModel)).toHaveLength(6);
    expect(list.filter(({ needsModel }) => !needsModel)).toHaveLength(3);
    expect(list[0]).toMatchObject({ title: 'Data to chart', files: ['sales.csv'], mode: 'work' });
    await api.trpc.user.update.mutate({ language: 'zh-CN' });
    expect((await api.trpc.agentTemplate.list.query({ channelId }))[0]?.title).toBe('数据生成图表');
  });

  it('write their files as an edit of the person, and leave what is there', async () => {
    const { channelId, api } = agent;
    const templateId = idOf('Code fixer');
    const own = { channelId, path: 'slug.py', content: 'mine', basedOn: null };
    await api.trpc.agentFile.write.mutate(own);
    const chosen = await api.trpc.agentTemplate.choose.mutate({ channelId, templateId });
    expect(chosen).toMatchObject({ written: ['test_slug.py'], kept: ['slug.py'], mode: 'ask' });
    expect(await agent.file('slug.py')).toBe('mine');
    const { list } = await api.trpc.agentFile.states.query({ channelId });
    expect(list[0]).toMatchObject({ id: chosen.manifestId, kind: 'edit', author: { id: agent.owner.id } });
    const again = await api.trpc.agentTemplate.choose.mutate({ channelId, templateId });
    expect(again).toMatchObject({ written: [], manifestId: chosen.manifestId });
    const missing = { channelId, templateId: crypto.randomUUID() };
    await expect(api.trpc.agentTemplate.choose.mutate(missing)).rejects.toThrow();
  });

  it('data to chart', async () => {
    const code = `import csv
rows = list(csv.DictReader(open("sales.csv")))
shops = {}
for row in rows: shops.setdefault(row["shop"], []).append(float(row["amount"]))
lines = ["<polyline points='" + " ".join(f"{60 + i * 90},{300 - v / 50:.0f}" for i, v in enumerate(vs)) + "'/>" for vs in shops.values()]
open("chart.svg", "w").write("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 340'><title>Amount by month</title>" + "".join(lines) + "</svg>")
print(sum(shops["South"]))`;
    const done = await workOff(agent, 'Data to chart', [
      [['read_file', { path: 'sales.csv' }]],
      [['run_python', { code }]],
      [['write_file', { path: 'findings.md', content: 'South sold 46,086.15.' }]],
    ]);
    expect(done).toEqual(
      ['read_file', 'run_python', 'write_file'].map((tool) => `${tool}: output-available`),
    );
    expect((await agent.file('chart.svg'))?.match(/<polyline/g)).toHaveLength(2);
    expect(JSON.stringify(agent.live.list.at(-1)?.parts)).toContain('46086.15');
  });

  it('repository reader', async () => {
    const { channelId, api } = agent;
    await api.trpc.agentFile.write.mutate({
      ...{ channelId, path: 'src/main.py', content: 'def serve():\n    store()\n', basedOn: null },
    });
    const done = await workOff(agent, 'Repository reader', [
      [['list_files', { recursive: true }]],
      [['search_files', { pattern: 'store(' }]],
      [['read_file', { path: 'src/main.py' }]],
      [['write_file', { path: 'x.md', content: 'not in this mode' }]],
    ]);
    expect(done.slice(0, 3)).toEqual(
      ['list_files', 'search_files', 'read_file'].map((tool) => `${tool}: output-available`),
    );
    expect(await agent.file('x.md')).toBeNull();
  });

  it('report from sources', async () => {
    const { channelId, api } = agent;
    await api.trpc.agentFile.write.mutate({
      ...{ channelId, path: 'sources/lease.md', content: 'The rent is 1,200.', basedOn: null },
    });
    const done = await workOff(agent, 'Report from sources', [
      [['read_file', { path: 'outline.md' }]],
      [['search_files', { pattern: 'rent', folder: 'sources' }]],
      [['write_file', { path: 'report.md', content: '# The rent is 1,200 [sources/lease.md, line 1]' }]],
    ]);
    expect(done.at(-1)).toBe('write_file: output-available');
    expect(await agent.file('report.md')).toContain('[sources/lease.md, line 1]');
  });

  it('web research, whose files change with consent', async () => {
    const url = `${site.origin}/growth`;
    const header = 'address,title,date,says,trust\n';
    const row = `${url},Growth,2026,Tea rooms grew by 4 %,one source\n`;
    const done = await workOff(
      agent,
      'Web research',
      [
        [['fetch_page', { url }]],
        [['read_file', { path: 'sources.csv' }]],
        [['edit_file', { path: 'sources.csv', find: header, replace: header + row }]],
        [['write_file', { path: 'answer.md', content: `They grew by 4 % (${url}).` }]],
      ],
      url,
    );
    expect(done).toEqual(
      ['fetch_page', 'read_file', 'edit_file', 'write_file'].map((tool) => `${tool}: output-available`),
    );
    expect(await agent.file('sources.csv')).toBe(header + row);
  });

  it('spreadsheet cleaner', async () => {
    const code = `import csv
seen, rows = set(), list(csv.DictReader(open("contacts.csv")))
with open("clean.csv", "w", newline="") as out:
    writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\\n")
    writer.writeheader()
    for row in rows:
        row = {key: value.strip() for key, value in row.items()}
        row["E-mail"] = row["E-mail"].lower()
        if row["E-mail"] in seen: continue
        seen.add(row["E-mail"])
        writer.writerow(row)
print(len(rows), len(seen))`;
    const done = await workOff(agent, 'Spreadsheet cleaner', [
      [['read_file', { path: 'contacts.csv' }]],
      [['write_file', { path: 'clean.py', content: code }]],
      [['run_shell', { command: 'python3 clean.py' }]],
    ]);
    expect(done.at(-1)).toBe('run_shell: output-available');
    expect((await agent.file('clean.csv'))?.trimEnd().split('\n')).toHaveLength(5);
  });

  it('code fixer, whose tests fail before and pass after', async () => {
    const test = { command: 'python3 -m unittest test_slug 2>&1 | tail -1' };
    const find =
      'words = re.findall(r"[a-z0-9]+", title)\n    text = "-".join(words)\n    return text[:longest]';
    const replace = `text = ""
    for word in re.findall(r"[a-z0-9]+", title.lower()):
        longer = f"{text}-{word}" if text else word
        if len(longer) > longest:
            break
        text = longer
    return text`;
    await workOff(agent, 'Code fixer', [
      [['run_shell', test]],
      [['edit_file', { path: 'slug.py', find, replace }]],
      [['run_shell', test]],
    ]);
    const runs = (agent.live.list.at(-1)?.parts ?? []).filter(
      (part) => part.type === 'dynamic-tool' && part.toolName === 'run_shell',
    );
    expect(JSON.stringify(runs[0])).toContain('FAILED (failures=2)');
    expect(JSON.stringify(runs[1])).toContain('OK');
  });

  it.each(
    languages.flatMap((language) =>
      builtinAgentTemplates
        .filter(({ needsModel }) => !needsModel)
        .map((template) => [language, template] as const),
    ),
  )('%s: the built-in model does what needs no language model (%#)', async (language, { id, words }) => {
    const on = await openAgent(server, { mode: 'work' });
    await useBuiltIn(server, on);
    await on.api.trpc.user.update.mutate({ language });
    const { channelId } = on;
    const chosen = await on.api.trpc.agentTemplate.choose.mutate({ channelId, templateId: id });
    expect(chosen.task).toBe(words[language].task);
    await on.api.trpc.run.start.mutate({ channelId, task: chosen.task, mode: chosen.mode });
    await on.live.until(({ list }) => list.length === 2);
    await on.live.untilSettled();
    const told = textOf(on.live.list.at(-1)?.parts ?? []);
    expect(told).toMatch(/SUMMARY\.md|year\.csv|january\.csv\*\*[:：]/);
    expect(gistOf(on.live.list.at(-1)?.parts ?? []).join()).not.toMatch(/error|denied/);
    await on.close();
  });
});
