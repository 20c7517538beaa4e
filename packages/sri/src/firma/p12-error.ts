/** Reasons to refuse a .p12 file. Message and advice are Spanish and shown to the user. */
export type P12ErrorCode = keyof typeof P12_MOTIVOS

const P12_MOTIVOS = {
  VACIO: ['El archivo está vacío.', 'Vuelva a descargarlo de su entidad certificadora.'],
  DEMASIADO_GRANDE: ['El archivo pesa más de 64 KB.', 'Un archivo .p12 pesa pocos KB: compruebe que eligió el correcto.'],
  ES_PEM: ['El archivo contiene texto PEM, no un .p12.', 'Suba el archivo .p12 o .pfx que entregó la entidad certificadora.'],
  SOLO_CERTIFICADO: ['El archivo es solo un certificado, sin la llave privada.', 'Suba el archivo .p12 o .pfx, no el .cer o .crt.'],
  NO_ES_P12: ['El archivo no es un .p12.', 'Suba el archivo .p12 o .pfx que entregó la entidad certificadora.'],
  DANADO: ['El archivo .p12 está dañado o incompleto.', 'Vuelva a descargarlo de su entidad certificadora.'],
  CLAVE_INCORRECTA: ['La contraseña no abre el archivo.', 'Revise mayúsculas, tildes y espacios; es la clave que puso al crear la firma.'],
  CIFRADO_NO_SOPORTADO: [
    'El archivo está cifrado de una forma que no se admite.',
    'Se admiten RC2, 3DES y AES. Pida a su entidad otra copia o expórtelo de nuevo.',
  ],
  DERIVACION_EXCESIVA: ['Abrir el archivo pide demasiados cálculos.', 'Expórtelo de nuevo con los valores normales de su programa.'],
  SIN_LLAVE: ['El archivo no contiene ninguna llave privada.', 'Expórtelo de nuevo incluyendo la llave privada.'],
  SIN_CERTIFICADO: ['El archivo no contiene ningún certificado.', 'Expórtelo de nuevo incluyendo el certificado.'],
  LLAVE_NO_CORRESPONDE: [
    'Ninguna llave privada del archivo corresponde a sus certificados.',
    'Pida a su entidad certificadora un archivo correcto.',
  ],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

export class P12Error extends Error {
  override readonly name = 'P12Error'
  readonly code: P12ErrorCode
  readonly consejo: string

  constructor(code: P12ErrorCode) {
    super(P12_MOTIVOS[code][0])
    this.code = code
    this.consejo = P12_MOTIVOS[code][1]
  }
}
