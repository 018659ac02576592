import { StringDecoder } from 'node:string_decoder';

/** Characters kept of the beginning and of the end. */
const KEPT = 24_000;

/** A stream's text, of which the first and the last part are kept. */
export class BoundedText {
  private head = '';
  private tail = '';
  private leftOut = 0;
  private readonly decoder = new StringDecoder('utf8');

  /** Adds bytes, and returns them as text. A character cut in two comes with its second half. */
  push(bytes: Buffer): string {
    const text = this.decoder.write(bytes);
    this.add(text);
    return text;
  }

  /** Ends the text. */
  end(): void {
    this.add(this.decoder.end());
  }

  toString(): string {
    if (this.leftOut === 0) return (this.head + this.tail).toWellFormed();
    const note = `\n[… ${this.leftOut.toLocaleString('en')} characters left out …]\n`;
    return (this.head + note + this.tail).toWellFormed();
  }

  private add(text: string): void {
    const room = KEPT - this.head.length;
    this.head += text.slice(0, room);
    if (text.length <= room) return;
    const tail = this.tail + text.slice(room);
    this.leftOut += Math.max(0, tail.length - KEPT);
    this.tail = tail.slice(-KEPT);
  }
}
