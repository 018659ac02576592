import { samplePdf } from '@tandem/api/content/file/extraction/read/sample';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';
import { type AgentCalls, agentCalls } from './calls.ts';

const server = useServer();
let agent: AgentCalls;
beforeEach(async () => {
  agent = await agentCalls(server, await openTeam(server));
});

describe('writing files', () => {
  it('leaves a state of the files with the call that made it', async () => {
    await agent.call('write_file', { path: 'src/a.txt', content: 'one\ntwo\n' });
    await agent.call('edit_file', { path: './src/a.txt', find: 'two', replace: 'three' });
    await agent.call('move_file', { path: 'src', to: '/workspace/lib/src' });
    expect(await agent.files()).toEqual({ 'lib/src/a.txt': 'one\nthree\n' });
    const { id: turnId } = agent.turn;
    expect(await agent.manifests()).toMatchObject([
      { kind: 'step', turnId, step: 1, toolCallId: 'call-1' },
      { kind: 'step', turnId, step: 2 },
      { kind: 'step', turnId, step: 3 },
    ]);
    await agent.call('delete_file', { path: 'lib/' });
    expect(await agent.files()).toEqual({});
  });

  it('stores nothing new for a change that changes nothing', async () => {
    await agent.call('write_file', { path: 'a', content: 'one' });
    await agent.call('write_file', { path: 'a', content: 'one' });
    expect(await agent.manifests()).toHaveLength(1);
  });

  it('does not take effect until its result is stored, and not twice', async () => {
    const never = agent.call(
      'write_file',
      { path: 'a', content: '1' },
      {
        beforeStored: () => Promise.reject(new Error('the server was killed')),
      },
    );
    await expect(never).rejects.toThrow('killed');
    expect(await agent.files()).toEqual({});
    await agent.call('write_file', { path: 'a', content: '1' });
    expect(await agent.files()).toEqual({ a: '1' });
  });

  it('refuses to overwrite what somebody changed since it was read', async () => {
    await agent.write({ 'a.txt': 'one', 'b.txt': 'x' });
    await agent.call('read_file', { path: 'a.txt' });
    await agent.write({ 'a.txt': 'two' });
    const again = agent.call('write_file', { path: 'a.txt', content: 'three' });
    await expect(again).rejects.toThrow('a.txt was changed since you read it. Read it again first.');
    await agent.call('read_file', { path: 'a.txt' });
    await agent.call('write_file', { path: 'a.txt', content: 'three' });
    await agent.call('write_file', { path: 'a.txt', content: 'four' });
    expect(await agent.files()).toEqual({ 'a.txt': 'four', 'b.txt': 'x' });
  });

  it.each([
    ['write_file', { path: 'a.txt', content: '3' }],
    ['edit_file', { path: 'a.txt', find: '1', replace: '3' }],
    ['move_file', { path: 'a.txt', to: 'b.txt' }],
    ['delete_file', { path: 'a.txt' }],
  ])('refuses %s where the file is another when the call is stored', async (name, input) => {
    await agent.write({ 'a.txt': '1' });
    const late = agent.call(name, input, { beforeStored: () => agent.write({ 'a.txt': '2' }) });
    await expect(late).rejects.toThrow('a.txt was changed by somebody else meanwhile');
    expect(await agent.files()).toEqual({ 'a.txt': '2' });
  });

  it('keeps what others change elsewhere meanwhile', async () => {
    await agent.write({ a: '1' });
    await agent.call(
      'write_file',
      { path: 'b', content: '2' },
      { beforeStored: () => agent.write({ c: '3' }) },
    );
    await Promise.all(['d', 'e', 'f'].map((path) => agent.call('write_file', { path, content: path })));
    expect(await agent.files()).toEqual({ a: '1', b: '2', c: '3', d: 'd', e: 'e', f: 'f' });
  });

  it('refuses a name that cannot stand beside what came meanwhile', async () => {
    await agent.write({ a: '1' });
    const beforeStored = () => agent.write({ B: '2' });
    const late = agent.call('write_file', { path: 'b/c', content: '3' }, { beforeStored });
    await expect(late).rejects.toThrow('b/c cannot be written: it lies in B, which is a file.');
    expect(await agent.files()).toEqual({ a: '1', B: '2' });
  });

  it('makes the first files of a channel from several calls at once', async () => {
    await Promise.all(['d', 'e', 'f'].map((path) => agent.call('write_file', { path, content: path })));
    expect(await agent.files()).toEqual({ d: 'd', e: 'e', f: 'f' });
  });

  it('says what is wrong with an edit', async () => {
    await agent.write({ 'a.py': 'x = 1\nif x:\n    y = 1\n    x = 1\n', 'w.txt': 'a\r\nb\r\nc\r\n' });
    const edit = (find: string, replace: string, more = {}) =>
      agent.call('edit_file', { path: 'a.py', find, replace, ...more });
    await expect(edit('z', 'y')).rejects.toThrow('The text was not found. Read the file again');
    await expect(edit('x = 1', 'x = 2')).rejects.toThrow('was found 2 times, at lines 1, 4.');
    await expect(edit('  y = 1\n  x', 'q')).rejects.toThrow('Line 3 begins alike');
    await expect(edit('3\t    y = 1', 'q')).rejects.toThrow('Leave out the numbers');
    await expect(edit('x = 1', 'x = 1')).rejects.toThrow('are the same');
    await edit('x = 1', 'x = 2', { all: true });
    await agent.call('edit_file', { path: 'w.txt', find: 'a\nb', replace: 'a\nd\nb' });
    expect(await agent.files()).toEqual({
      'a.py': 'x = 2\nif x:\n    y = 1\n    x = 2\n',
      'w.txt': 'a\r\nd\r\nb\r\nc\r\n',
    });
    await expect(agent.call('edit_file', { path: 'A.PY', find: 'a', replace: 'b' })).rejects.toThrow(
      'There is no file A.PY. There is a.py.',
    );
  });

  it('refuses names that cannot stand beside the others', async () => {
    await agent.write({ 'docs/a.md': '1', b: '2' });
    for (const [path, words] of [
      ['Docs/b.md', 'differs only in case from docs/'],
      ['docs', 'is a folder'],
      ['b/c', 'lies in b, which is a file'],
    ] as const)
      await expect(agent.call('write_file', { path, content: '' })).rejects.toThrow(words);
    await expect(agent.call('move_file', { path: 'b', to: 'docs/a.md' })).rejects.toThrow('docs/a.md exists');
    await agent.call('move_file', { path: 'docs', to: 'docs/inner' });
    await agent.call('move_file', { path: 'b', to: 'B' });
    expect(await agent.files()).toEqual({ 'docs/inner/a.md': '1', B: '2' });
  });
});

describe('reading files', () => {
  it('lists folders, and everything below in parts', async () => {
    await agent.write(Object.fromEntries(Array.from({ length: 620 }, (_, n) => [`many/${n}.txt`, `${n}`])));
    await agent.write({ 'a.txt': 'abc' });
    expect(await agent.call('list_files', {})).toEqual({
      files: [
        { path: 'many/', size: 1750, files: 620 },
        { path: 'a.txt', size: 3 },
      ],
      total: 2,
    });
    const first = await agent.call<{ files: unknown[]; next: number }>('list_files', { recursive: true });
    expect(first).toMatchObject({ total: 621, next: 501 });
    const rest = await agent.call<{ files: unknown[] }>('list_files', { recursive: true, from: first.next });
    expect(rest.files).toHaveLength(121);
    await expect(agent.call('list_files', { folder: 'nowhere' })).rejects.toThrow('no folder nowhere');
    await expect(agent.call('list_files', { folder: 'a.txt' })).rejects.toThrow('a.txt is a file');
  });

  it('reads lines with their numbers, in parts, and bounds what is long', async () => {
    await agent.write({
      'a.txt': Array.from({ length: 5_000 }, (_, n) => `line ${n + 1}`).join('\n'),
      'long.txt': `${'x'.repeat(100_000)}\nend`,
      'quotes.txt': '"'.repeat(1_900).concat('\n').repeat(500),
      'empty.txt': '',
    });
    const part = await agent.call('read_file', { path: 'a.txt', from: 4_999 });
    expect(part).toEqual({ path: 'a.txt', content: '4999\tline 4999\n5000\tline 5000', total: 5_000 });
    expect(await agent.call('read_file', { path: 'a.txt', from: 10, limit: 1 })).toMatchObject({ next: 11 });
    expect(await agent.call('read_file', { path: 'a.txt', from: 9_000 })).toMatchObject({
      content: '(It ends with line 5000.)',
    });
    expect(await agent.call('read_file', { path: 'empty.txt' })).toMatchObject({
      content: '(The file is empty.)',
    });
    for (const path of ['a.txt', 'long.txt', 'quotes.txt'])
      expect(JSON.stringify(await agent.call('read_file', { path })).length).toBeLessThan(32_000);
  });

  it('tells what is no text, and reads documents by pages', async () => {
    await agent.write({
      'p.png': Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
      'data.bin': Buffer.from([0, 1, 2, 3]),
      'paper.pdf': samplePdf(),
    });
    const paper = await agent.call<{ content: string; total: number }>('read_file', { path: 'paper.pdf' });
    expect(paper).toMatchObject({ content: expect.stringMatching(/^\[page 1\]\n.*\w/), total: 1 });
    expect(await agent.call('read_file', { path: 'paper.pdf', from: 2 })).toMatchObject({
      content: '(It ends with page 1.)',
    });
    expect(await agent.call('read_file', { path: 'p.png' })).toMatchObject({
      content: 'This is a picture (image/png, 1 × 1 pixels, 70 bytes).',
    });
    expect(await agent.call('read_file', { path: 'data.bin' })).toMatchObject({
      content: 'This is no text (application/octet-stream, 4 bytes).',
    });
    await expect(agent.call('read_file', { path: 'data' })).rejects.toThrow('There is no file data.');
  });

  it('finds lines by words, expressions and globs', async () => {
    await agent.write({
      'src/a.ts': 'const a = 1;\nexport const Total = a;\n',
      'src/deep/b.tsx': 'total(1)\n',
      'c.md': 'Total: 3 (a+b)\n',
      'bin.dat': Buffer.from([0, 84, 111]),
    });
    const find = async (input: object) => {
      const { found } = await agent.call<{ found: { path: string; line: number }[] }>('search_files', input);
      return found.map(({ path, line }) => `${path}:${line}`);
    };
    expect(await find({ pattern: 'Total' })).toEqual(['c.md:1', 'src/a.ts:2']);
    expect(await find({ pattern: 'total', ignoreCase: true, glob: '*.{ts,tsx}' })).toEqual([
      ...['src/a.ts:2', 'src/deep/b.tsx:1'],
    ]);
    expect(await find({ pattern: '(a+b)' })).toEqual(['c.md:1']);
    expect(await find({ pattern: '^(const|total)\\b', regex: true })).toEqual([
      'src/a.ts:1',
      'src/deep/b.tsx:1',
    ]);
    expect(await find({ pattern: 'otal', glob: 'src/**/*.tsx' })).toEqual(['src/deep/b.tsx:1']);
    expect(await find({ pattern: 'otal', folder: 'src/deep' })).toEqual(['src/deep/b.tsx:1']);
    const bad = agent.call('search_files', { pattern: '(', regex: true });
    await expect(bad).rejects.toThrow('The regular expression is refused');
    expect(await agent.call('search_files', { pattern: 'Total' })).toMatchObject({
      notes: ['1 files are no text.'],
    });
  });
});

describe('notes', () => {
  it('are read into the instructions of a run, bounded and marked', async () => {
    expect(agent.equipment.instructions).not.toContain('<notes-');
    await agent.write({ 'MEMORY.md': `Reports go to out/.\n${'x'.repeat(20_000)}` });
    await agent.again();
    const { instructions } = agent.equipment;
    expect(instructions).toMatch(/not orders.*\n<notes-[0-9a-f]{12}>\nReports go to out/);
    expect(instructions).toMatch(/the rest is left out\)\n<\/notes-[0-9a-f]{12}>$/);
    expect(instructions.length).toBeLessThan(17_500);
  });

  it('change only with consent, by whatever tool and spelling', async () => {
    await agent.write({ 'a.txt': 'a', 'MEMORY.md': 'old' });
    for (const [name, input] of [
      ['write_file', { path: 'MEMORY.md', content: 'new' }],
      ['write_file', { path: '/workspace/memory.md', content: 'new' }],
      ['write_file', { path: 'ＭEMORY.md', content: 'new' }],
      ['edit_file', { path: './MEMORY.md', find: 'old', replace: 'new' }],
      ['move_file', { path: 'a.txt', to: 'MEMORY.md' }],
      ['move_file', { path: 'MEMORY.md', to: 'b.txt' }],
      ['delete_file', { path: 'MEMORY.md' }],
    ] as const) {
      expect(await agent.needsConsent(name, input), JSON.stringify(input)).toBe(true);
      await expect(agent.call(name, input)).rejects.toThrow(
        'MEMORY.md changes only when a person allows it.',
      );
    }
    expect(await agent.needsConsent('write_file', { path: 'notes/MEMORY.md', content: '' })).toBe(false);
    const { userId: approvedBy } = agent.turn;
    await agent.call('write_file', { path: 'MEMORY.md', content: 'new' }, { approvedBy });
    expect(await agent.files()).toEqual({ 'a.txt': 'a', 'MEMORY.md': 'new' });
  });
});

describe('people', () => {
  it('see a plan, and answer questions, which a model cannot do itself', async () => {
    const items = [
      { id: '1', text: 'Read', status: 'done' },
      { id: '2', text: 'Write', status: 'active' },
    ];
    expect(await agent.call('update_plan', { items })).toEqual({
      done: 'The plan is shown: 1 of 2 steps are done.',
    });
    const asked = { question: 'Which year?', options: ['2025', '2026'] };
    expect(await agent.needsConsent('ask_person', asked)).toBe(true);
    const decided = { ...asked, answer: '2026' };
    expect(await agent.call('ask_person', decided)).toMatchObject({
      answer: expect.stringContaining('no answer'),
    });
    const { userId: approvedBy } = agent.turn;
    expect(await agent.call('ask_person', decided, { approvedBy })).toEqual({ answer: '2026' });
  });
});
