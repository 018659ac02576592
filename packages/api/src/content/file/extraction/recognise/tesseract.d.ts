/** What is used of packages that come without types. */

declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  /** A recogniser of text in pictures. */
  export interface TessBaseApi {
    /** @returns 0 when the language was loaded from the module's files */
    Init(folder: null, language: string, engine: number): number;
    SetVariable(name: string, value: string): void;
    /** Takes the picture in the file `/input`. @returns 0 unless it cannot be read */
    SetImageFile(orientation: number, angle: number): number;
    SetSourceResolution(dotsPerInch: number): void;
    Recognize(monitor: null): number;
    GetJSONText(page: number): string;
    Clear(): void;
    End(): void;
  }

  export interface TessModule {
    FS: { writeFile(name: string, bytes: Uint8Array): void; unlink(name: string): void };
    TessBaseAPI: new () => TessBaseApi;
  }

  export default function load(options: {
    TesseractProgress(percent: number): void;
    print(line: string): void;
    printErr(line: string): void;
  }): Promise<TessModule>;
}

/** Where the trained data of a language lie: `langPath` for both engines, `4.0.0_best_int` beside it for the newer. */
declare module '@tesseract.js-data/*' {
  const data: { code: string; langPath: string };
  export default data;
}
