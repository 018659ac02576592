import { oidcParts } from './oidc.ts';
import { type Variable, variables } from './variables.ts';

/** The text of `.env.example`, from the same table that reads the environment. */
export function renderExample(): string {
  const head = [
    'Nothing here needs to be set. Copy to .env, or set in the environment (which wins), what should differ.',
  ];
  const plain = Object.entries(variables).map(([name, { meaning, unset }]: [string, Variable]) =>
    [`# ${meaning}`, `# Unset: ${unset}.`, `# ${name}=`].join('\n'),
  );
  const oidc = Object.entries(oidcParts).map(([part, meaning]) => `# ${meaning}\n# OIDC_EXAMPLE_${part}=`);
  const oidcHead =
    '# Signing in by third parties that speak OpenID Connect, any number; EXAMPLE is an id of your choice.';
  return `${[head.map((line) => `# ${line}`).join('\n'), ...plain, [oidcHead, ...oidc].join('\n')].join('\n\n')}\n`;
}

if (import.meta.main) process.stdout.write(renderExample());
