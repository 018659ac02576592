import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { here } from './embedded.ts';
import { inProcess } from './isolated.ts';
import { sandboxLimits } from './sandbox.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'tandem-grants-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { args } = inProcess()({ folder, uid: null, limits: sandboxLimits });
const flags = args.filter((each) => /^--(?:permission|allow-)/.test(each));
const granted = flags.flatMap((flag) => /^--allow-fs-read=(.*)/.exec(flag)?.[1] ?? []);

describe('what the embedded shell may read', () => {
  it('has no link that leads out of it', () => {
    expect(granted).toContain(realpathSync(path.join(here.modules, 'just-bash')));
    expect(granted).toContain(folder);
    const links = execFileSync('find', [...granted, '-type', 'l'], { encoding: 'utf8' })
      .trim()
      .split('\n');
    const leading = links
      .filter(Boolean)
      .filter((link) => !granted.some((each) => `${realpathSync(link)}/`.startsWith(`${each}/`)));
    expect(leading).toEqual([]);
    expect(granted.map((each) => realpathSync(each))).toEqual(granted);
  });

  it('is not what the links of the server lead to', () => {
    const linked = path.join(here.modules, '@tandem', 'api', 'package.json');
    expect(readFileSync(linked, 'utf8')).toContain('@tandem/api');
    const script = path.join(folder, 'read.mjs');
    const read = `import { readFileSync } from 'node:fs';
      for (const file of ${JSON.stringify([linked, path.join(here.modules, '.package-lock.json'), '/etc/passwd'])})
        try { readFileSync(file); console.log('read', file); } catch (error) { console.log(error.code); }`;
    writeFileSync(script, read);
    const { stdout } = spawnSync(process.execPath, [...flags, script], { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(Array.from({ length: 3 }, () => 'ERR_ACCESS_DENIED'));
  });
});
