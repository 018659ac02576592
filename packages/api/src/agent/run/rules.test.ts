import { describe, expect, it } from 'vitest';
import { isOffered, ruleOf } from './rules.ts';

type Rules = Parameters<typeof ruleOf>[0];
const run = (given: Partial<Rules> = {}): Rules => ({ mode: 'ask', rules: {}, allowed: [], ...given });
const call = (toolKey: string, scope: string | null = null) => ({ toolKey, scope, isOutside: false });

describe('the rule of a call', () => {
  it.each([
    ['read', 'read_file', 'allow'],
    ['read', 'write_file', 'deny'],
    ['read', 'run_python', 'deny'],
    ['read', 'append_to_document', 'deny'],
    ['ask', 'read_document', 'allow'],
    ['ask', 'write_file', 'ask'],
    ['ask', 'create_document', 'ask'],
    ['work', 'run_shell', 'allow'],
  ] as const)('is by mode: %s, %s', (mode, tool, rule) => {
    expect(ruleOf(run({ mode }), call(tool))).toBe(rule);
  });

  it('is another where the tool has one', () => {
    const rules = { write_file: 'allow', read_file: 'ask', run_shell: 'deny' } as const;
    expect(ruleOf(run({ rules, mode: 'read' }), call('write_file'))).toBe('allow');
    expect(ruleOf(run({ rules, mode: 'work' }), call('read_file'))).toBe('ask');
    expect(isOffered(run({ rules, mode: 'work' }), call('run_shell'))).toBe(false);
  });

  it('of a tool outside is that of a change', () => {
    const outside = { ...call('server/tool'), isOutside: true };
    expect(ruleOf(run({ mode: 'read' }), outside)).toBe('deny');
    expect(ruleOf(run({ mode: 'ask' }), outside)).toBe('ask');
    expect(ruleOf(run({ mode: 'work' }), outside)).toBe('allow');
  });

  it('is lifted for what somebody allowed until the end of the run, and nothing beside it', () => {
    const allowed = [{ toolKey: 'write_file', scope: 'out' }];
    expect(ruleOf(run({ allowed }), call('write_file', 'out/a.txt'))).toBe('allow');
    expect(ruleOf(run({ allowed }), call('write_file', 'out'))).toBe('allow');
    expect(ruleOf(run({ allowed }), call('write_file', 'outside/a.txt'))).toBe('ask');
    expect(ruleOf(run({ allowed }), call('write_file'))).toBe('ask');
    expect(ruleOf(run({ allowed }), call('edit_file', 'out/a.txt'))).toBe('ask');
    const byTool = [{ toolKey: 'server/tool', scope: null }];
    const outside = { ...call('server/tool'), isOutside: true };
    expect(ruleOf(run({ allowed: byTool }), outside)).toBe('allow');
    expect(ruleOf(run({ allowed: byTool }), { ...outside, toolKey: 'server/other' })).toBe('ask');
    expect(ruleOf(run({ allowed: [{ toolKey: 'move_file', scope: null }] }), call('move_file'))).toBe('ask');
    const refused = { allowed, mode: 'read' } as const;
    expect(ruleOf(run(refused), call('write_file', 'out/a.txt'))).toBe('deny');
  });
});
