/** What the embedded shell cannot do, as sentences for models: what was found to differ from Bash. */
export const embeddedLacks: readonly string[] = [
  'There is no network.',
  'Output is shown when a command ends, not while it runs.',
  'Python starts slowly and has no packages, subprocesses, threads or sqlite3; JavaScript has no packages.',
  "Scripts of Python that the shell starts import other files only after sys.path.insert(0, '/host/workspace'); Python cannot rename folders.",
  'There are no symbolic links, traps, jobs or background processes.',
  'Missing: yes, xxd, shuf, bc, realpath, truncate, mktemp, numfmt, tsort, cmp, patch, uname, id, nproc, zip, unzip, git, make, compilers.',
  'xargs takes -n 1 and -I {} only as separate words, and no -P.',
  'head takes no negative numbers, cut no -b, date no relative days, awk printf no zero padding of fractions; find -size rounds differently.',
  'diff prints a heading, and uniq -c, wc and od align their columns differently.',
];
