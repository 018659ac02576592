import { ReadWriteFs } from 'just-bash';

/** The workspace's folder as the embedded shell sees it. Only a child loads this. */
export class WorkspaceFs extends ReadWriteFs {
  /** Node denies its own way of copying folders to a process with permissions. */
  override async cp(from: string, to: string, options?: { recursive?: boolean }): Promise<void> {
    const { isDirectory, mode } = await this.stat(from);
    if (!isDirectory) {
      await this.writeFile(to, await this.readFileBuffer(from));
      await this.chmod(to, mode);
      return;
    }
    if (!options?.recursive) throw new Error(`EISDIR: is a directory, cp '${from}'`);
    await this.mkdir(to, { recursive: true });
    for (const name of await this.readdir(from)) await this.cp(`${from}/${name}`, `${to}/${name}`, options);
  }
}
