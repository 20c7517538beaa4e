import { XmlError } from '../../xml/xml-error.ts'

/** Something odd in a document that could be read all the same. */
export interface Aviso {
  /** Name of the element it is about. */
  readonly elemento: string
  readonly mensaje: string
}

/** How a document is being read: strictly, every oddity throws; otherwise oddities are noted and reading goes on. */
export class ReadContext {
  readonly avisos: Aviso[] = []
  readonly #isStrict: boolean

  constructor(isStrict: boolean) {
    this.#isStrict = isStrict
  }

  /** Something that a tolerant reader can live with. */
  odd(elemento: string, mensaje: string): void {
    if (this.#isStrict) throw new XmlError('STRUCTURE', mensaje, elemento)
    this.avisos.push({ elemento, mensaje })
  }

  /** Something without which there is no value. */
  refuse(elemento: string, mensaje: string): never {
    throw new XmlError('STRUCTURE', mensaje, elemento)
  }
}
