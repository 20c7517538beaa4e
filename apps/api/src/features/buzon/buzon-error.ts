/** The reason why a mailbox cannot be read, in words for its company, with the field of the form. */
export class BuzonError extends Error {
  readonly campo: 'servidor' | 'seguridad' | 'contrasena' | 'carpeta'

  constructor(campo: BuzonError['campo'], message: string) {
    super(message)
    this.campo = campo
  }
}
