import { XmlError } from '../../xml/xml-error.ts'

/** An oddity in a document that could be read. */
export interface Aviso {
  /** Name of the odd element. */
  readonly elemento: string
  readonly mensaje: string
}

/** Mode of reading a document. Strict: an oddity throws. Tolerant: it is noted, and reading goes on. */
export class ReadContext {
  readonly avisos: Aviso[] = []
  readonly #isStrict: boolean

  constructor(isStrict: boolean) {
    this.#isStrict = isStrict
  }

  /** Reports an oddity that a tolerant reader accepts. */
  odd(elemento: string, mensaje: string): void {
    if (this.#isStrict) throw new XmlError('STRUCTURE', mensaje, elemento)
    this.avisos.push({ elemento, mensaje })
  }

  /** Refuses the document for an error that leaves no value. */
  refuse(elemento: string, mensaje: string): never {
    throw new XmlError('STRUCTURE', mensaje, elemento)
  }
}
