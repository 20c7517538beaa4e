/**
 * Classes of defects of a signature. ROTA: the signature does not protect the document, or nothing proves that it does. FORMA: it holds,
 * but not in the form of the ficha técnica, and the SRI refuses it (error 39, sri/README §8.3).
 */
export type ClaseDefecto = 'ROTA' | 'FORMA'

export interface DefectoFirma {
  readonly codigo: CodigoDefecto
  readonly clase: ClaseDefecto
  /** The finding, in Spanish. */
  readonly motivo: string
  /** Consequence of the finding, in Spanish. */
  readonly significado: string
}

const NADA_PROTEGE = 'Nada prueba que el comprobante sea el que su emisor firmó: no lo dé por bueno.'
const FUE_CAMBIADO = 'Alguien cambió estos bytes después de la firma, aunque fuera un espacio: no es lo que se firmó.'
const NO_SE_COMPRUEBA = 'No se puede comprobar qué protege la firma, así que no prueba nada.'
const NO_SE_SABE_QUE = 'La firma puede ser de otro contenido que el que se lee: así se disfrazan comprobantes ajenos.'
const NO_SE_SABE_QUIEN = 'No se sabe con certeza quién firmó.'
const OTRA_VIGENCIA = 'Una firma hecha fuera de la vigencia de su certificado no vale.'
const SRI_NO_ACEPTA = 'La firma protege el comprobante, pero el SRI rechaza las de esta forma (error 39).'

/** clase, motivo («{}» takes the detail), significado. */
const DEFECTOS = {
  ILEGIBLE: ['ROTA', 'El XML no se puede leer: {}', 'Sin leer el documento no hay firma que comprobar.'],
  SIN_FIRMA: ['ROTA', 'El documento no está firmado.', NADA_PROTEGE],
  VARIAS_FIRMAS: ['ROTA', 'El documento tiene más de una firma.', NO_SE_SABE_QUE],
  FIRMA_FUERA_DE_LUGAR: ['ROTA', 'La firma no está directamente dentro del elemento raíz.', NO_SE_SABE_QUE],
  ID_REPETIDO: ['ROTA', 'El identificador «{}» está repetido: no se sabe qué elemento cubre la firma.', NO_SE_SABE_QUE],
  REFERENCIA_PERDIDA: ['ROTA', 'La firma se refiere a «{}», que no existe en el documento.', NO_SE_SABE_QUE],
  REFERENCIA_SIN_URI: [
    'ROTA',
    'Una referencia de la firma no dice qué parte del documento cubre (le falta el atributo URI).',
    NO_SE_SABE_QUE,
  ],
  TRANSFORMACION: ['ROTA', 'La firma usa una transformación que no se admite: {}.', NO_SE_COMPRUEBA],
  SIN_ENVELOPED: ['ROTA', 'La referencia al comprobante no excluye la firma (falta enveloped-signature).', NO_SE_COMPRUEBA],
  RESUMEN_DESCONOCIDO: [
    'ROTA',
    'La firma usa un algoritmo de resumen que no se admite.',
    'Con un resumen débil o desconocido, otro documento puede pasar por el firmado.',
  ],
  COMPROBANTE_ALTERADO: ['ROTA', 'El comprobante fue alterado después de firmarse: su resumen no coincide.', FUE_CAMBIADO],
  PROPIEDADES_ALTERADAS: ['ROTA', 'Las propiedades de la firma fueron alteradas: su resumen no coincide.', FUE_CAMBIADO],
  CERTIFICADO_ALTERADO: ['ROTA', 'El certificado o la llave dentro de la firma fueron alterados: su resumen no coincide.', FUE_CAMBIADO],
  PARTE_ALTERADA: ['ROTA', 'El resumen de «{}» no coincide.', FUE_CAMBIADO],
  NO_CUBRE_COMPROBANTE: ['ROTA', 'La firma no cubre el comprobante completo.', NADA_PROTEGE],
  NO_CUBRE_PROPIEDADES: [
    'ROTA',
    'La firma no cubre sus propiedades (SignedProperties).',
    'Ni la hora ni el certificado que la firma declara están protegidos.',
  ],
  NO_CUBRE_CERTIFICADO: ['FORMA', 'La firma no cubre el certificado (KeyInfo).', SRI_NO_ACEPTA],
  NO_XADES: ['ROTA', 'La firma no es XAdES: no trae SignedProperties.', 'No dice, bajo firma, cuándo se hizo ni con qué certificado.'],
  XADES_DE_OTRA_VERSION: ['FORMA', 'La firma es XAdES de otra versión que la 1.3.2.', SRI_NO_ACEPTA],
  TARGET_AJENO: ['FORMA', 'Las propiedades (QualifyingProperties) no apuntan a esta firma.', SRI_NO_ACEPTA],
  REFERENCIA_SIN_TIPO: ['FORMA', 'Ninguna referencia de tipo SignedProperties apunta a las propiedades de la firma.', SRI_NO_ACEPTA],
  FORMATO_AJENO: ['FORMA', 'DataObjectFormat no apunta a la referencia del comprobante.', SRI_NO_ACEPTA],
  SIN_SIGNED_INFO: ['ROTA', 'La firma no trae SignedInfo.', NADA_PROTEGE],
  CANONICALIZACION: [
    'ROTA',
    'La firma usa una canonicalización que no se admite: debe ser C14N inclusiva sin comentarios.',
    NO_SE_COMPRUEBA,
  ],
  OTRA_CANONICALIZACION: [
    'FORMA',
    'La firma usa una canonicalización que no se admite ({}): debe ser C14N inclusiva sin comentarios.',
    SRI_NO_ACEPTA,
  ],
  NO_RSA: ['ROTA', 'La firma usa un algoritmo que no se admite: debe ser RSA.', NO_SE_COMPRUEBA],
  LLAVE_NO_RSA: ['ROTA', 'La llave del certificado no es RSA.', NO_SE_COMPRUEBA],
  VALOR_FALSO: [
    'ROTA',
    'El valor de la firma no corresponde al certificado: la firma es falsa o fue alterada.',
    'No la hizo el titular de ese certificado, o se cambió después.',
  ],
  OTRA_LLAVE_PUBLICA: ['ROTA', 'La llave pública (KeyValue) no es la del certificado.', NO_SE_SABE_QUIEN],
  SIN_CERTIFICADO: ['ROTA', 'La firma no trae un certificado legible.', NO_SE_SABE_QUIEN],
  CERTIFICADO_SIN_DECLARAR: ['FORMA', 'La firma no declara el certificado con que se hizo (SigningCertificate).', SRI_NO_ACEPTA],
  CERTIFICADO_V2: ['FORMA', 'La firma declara su certificado con SigningCertificateV2, de otra versión de XAdES.', SRI_NO_ACEPTA],
  RESUMEN_CERTIFICADO_DESCONOCIDO: ['FORMA', 'El resumen del certificado usa un algoritmo que no se admite.', SRI_NO_ACEPTA],
  OTRO_CERTIFICADO: ['ROTA', 'El resumen del certificado declarado no es el del certificado que viene en la firma.', NO_SE_SABE_QUIEN],
  EMISOR_DISTINTO: ['FORMA', 'El emisor declarado del certificado no es el del certificado que viene en la firma.', SRI_NO_ACEPTA],
  SERIE_DISTINTA: ['FORMA', 'El número de serie declarado no es el del certificado que viene en la firma.', SRI_NO_ACEPTA],
  SIN_HORA: [
    'FORMA',
    'La firma no dice cuándo se hizo (SigningTime).',
    'No se puede saber si el certificado estaba vigente entonces, y el SRI la rechaza (error 39).',
  ],
  AUN_NO_VIGENTE: ['ROTA', 'El certificado todavía no era válido cuando se firmó.', OTRA_VIGENCIA],
  CADUCADO_AL_FIRMAR: ['ROTA', 'El certificado ya estaba caducado cuando se firmó.', OTRA_VIGENCIA],
  EN_EL_FUTURO: [
    'FORMA',
    'La firma dice haberse hecho en el futuro.',
    'El reloj de quien firmó, o el de este equipo, está mal; el SRI rechaza firmas adelantadas (error 39).',
  ],
} as const satisfies Readonly<Record<string, readonly [ClaseDefecto, string, string]>>

export type CodigoDefecto = keyof typeof DEFECTOS

/** @param detalle what the reason speaks of, where it names something. */
export function defecto(codigo: CodigoDefecto, detalle = ''): DefectoFirma {
  const [clase, motivo, significado] = DEFECTOS[codigo]
  return { codigo, clase, motivo: motivo.replace('{}', () => detalle), significado }
}
