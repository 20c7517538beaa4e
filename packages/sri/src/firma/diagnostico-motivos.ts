/** A finding about a certificate: reason and remedy, in Spanish. */
export interface Hallazgo<Codigo extends string = string> {
  readonly codigo: Codigo
  readonly motivo: string
  readonly consejo: string
}

const OTRA_FIRMA = 'Pida a su entidad certificadora un certificado de firma electrónica.'

/** Reasons why a certificate cannot sign. */
export const RECHAZOS = {
  CERTIFICADO_ILEGIBLE: ['El certificado está dañado o no es un certificado X.509.', 'Vuelva a descargarlo de su entidad certificadora.'],
  LLAVE_NO_RSA: [
    'La llave del certificado no es RSA; el SRI solo acepta firmas RSA.',
    'Pida a su entidad certificadora un certificado con llave RSA de 2048 bits.',
  ],
  LLAVE_CORTA: [
    'La llave del certificado tiene menos de 2048 bits.',
    'Pida a su entidad certificadora un certificado con llave RSA de 2048 bits.',
  ],
  LLAVE_NO_CORRESPONDE: ['La llave privada no corresponde al certificado.', 'Vuelva a descargar el archivo de su entidad certificadora.'],
  ES_DE_AUTORIDAD: ['El certificado es de una autoridad certificadora, no de una persona.', OTRA_FIRMA],
  NO_ES_DE_FIRMA: ['El certificado no es de tipo firma digital.', OTRA_FIRMA],
  CADUCADO: ['El certificado está caducado.', 'Renueve su firma electrónica y suba el archivo nuevo.'],
  AUN_NO_VALIDO: ['El certificado todavía no es válido.', 'Espere a su fecha de inicio o revise la fecha del equipo.'],
  OTRO_RUC: ['El certificado es de otro RUC.', 'Suba la firma del RUC de esta empresa o la de su representante legal.'],
  OTRA_PERSONA: ['El certificado es de otra persona.', 'Suba la firma de la persona titular del RUC.'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

/** Warnings about a certificate that can sign. */
export const AVISOS = {
  SIN_IDENTIFICACION: [
    'El certificado no dice de qué RUC es.',
    'Confirme que pertenece a esta empresa; si no, el SRI no autorizará sus comprobantes.',
  ],
  ENTIDAD_DESCONOCIDA: [
    'No reconocemos a la entidad que emitió el certificado.',
    'Compruebe que está acreditada en Ecuador; si no, el SRI no autorizará sus comprobantes.',
  ],
  AUTOFIRMADO: ['El certificado está firmado por sí mismo.', 'Sirve solo para pruebas con el simulador: el SRI no lo acepta.'],
  SIN_DIGITAL_SIGNATURE: [
    'El certificado solo declara no repudio, sin firma digital.',
    'Si el SRI lo rechaza, pida a su entidad uno de firma digital.',
  ],
  CADUCA_PRONTO: ['El certificado caduca pronto.', 'Renuévelo con tiempo y suba el archivo nuevo.'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

export type CodigoRechazo = keyof typeof RECHAZOS
export type CodigoAviso = keyof typeof AVISOS

export const rechazo = (codigo: CodigoRechazo, detalle = ''): Hallazgo<CodigoRechazo> => hallazgo(codigo, RECHAZOS[codigo], detalle)
export const aviso = (codigo: CodigoAviso, detalle = ''): Hallazgo<CodigoAviso> => hallazgo(codigo, AVISOS[codigo], detalle)

const hallazgo = <C extends string>(codigo: C, [motivo, consejo]: readonly [string, string], detalle: string): Hallazgo<C> => ({
  codigo,
  motivo: detalle === '' ? motivo : `${motivo.slice(0, -1)}: ${detalle}.`,
  consejo,
})
