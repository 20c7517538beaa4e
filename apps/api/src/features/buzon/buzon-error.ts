/** Why a mailbox cannot be read, in words for its company, and the field it is about. */
export class BuzonError extends Error {
  readonly campo: 'servidor' | 'seguridad' | 'contrasena' | 'carpeta'

  constructor(campo: BuzonError['campo'], message: string) {
    super(message)
    this.campo = campo
  }
}
