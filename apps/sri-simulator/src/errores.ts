// Codes of the authority: text as in real answers, kind, and stage (ficha técnica, §11).

export interface Mensaje {
  readonly identificador: string
  readonly mensaje: string
  readonly informacionAdicional?: string
  readonly tipo: 'ERROR' | 'ADVERTENCIA' | 'INFORMATIVO'
}

type Etapa = 'recepcion' | 'autorizacion'

const RECEPCION: Readonly<Record<string, string>> = {
  '26': 'TAMAÑO MÁXIMO SUPERADO',
  '28': 'ACUERDO DE MEDIOS ELECTRÓNICOS NO ACEPTADO',
  '33': 'DIRECCIÓN IP SANCIONADA',
  '35': 'ARCHIVO NO CUMPLE ESTRUCTURA XML',
  '36': 'VERSIÓN ESQUEMA DESCONTINUADA',
  '43': 'CLAVE ACCESO REGISTRADA',
  '45': 'ERROR SECUENCIAL REGISTRADO',
  '47': 'TIPO DE COMPROBANTE NO EXISTE',
  '48': 'ESQUEMA XSD NO EXISTE',
  '49': 'ARGUMENTOS QUE ENVÍAN AL WS NULOS',
  '50': 'ERROR INTERNO GENERAL',
  '65': 'FECHA EMISIÓN EXTEMPORANEA',
  '67': 'FECHA INVÁLIDA',
  '70': 'CLAVE DE ACCESO EN PROCESAMIENTO',
  '82': 'ERROR EN LA FECHA DE INICIO DE TRANSPORTE',
  '92': 'ERROR AL VALIDAR MONTO DE DEVOLUCIÓN DEL IVA',
}

const AUTORIZACION: Readonly<Record<string, string>> = {
  '2': 'RUC DEL EMISOR SE ENCUENTRA NO ACTIVO',
  '10': 'ESTABLECIMIENTO DEL EMISOR SE ENCUENTRA CLAUSURADO',
  '27': 'CLASE NO PERMITIDO',
  '34': 'COMPROBANTE NO AUTORIZADO',
  '37': 'RUC SIN AUTORIZACIÓN DE EMISIÓN',
  '39': 'FIRMA INVALIDA',
  '40': 'ERROR EN EL CERTIFICADO',
  '42': 'CERTIFICADO REVOCADO',
  '46': 'RUC NO EXISTE',
  '52': 'ERROR EN DIFERENCIAS',
  '56': 'ESTABLECIMIENTO CERRADO',
  '57': 'AUTORIZACIÓN SUSPENDIDA',
  '58': 'ERROR EN LA ESTRUCTURA DE CLAVE ACCESO',
  '63': 'RUC CLAUSURADO',
  '64': 'CÓDIGO DOCUMENTO SUSTENTO',
  '69': 'ERROR EN LA IDENTIFICACIÓN DEL RECEPTOR',
  '80': 'ERROR EN LA ESTRUCTURA DE CLAVE ACCESO',
  '99': 'ERROR AL CONSULTAR DATOS DEL SERVICIO WEB',
}

const ADVERTENCIAS: Readonly<Record<string, string>> = {
  '59': 'IDENTIFICACIÓN NO EXISTE',
  '60': 'ESTE PROCESO FUE REALIZADO EN EL AMBIENTE DE PRUEBAS',
  '62': 'IDENTIFICACIÓN INCORRECTA',
  '68': 'DOCUMENTO SUSTENTO',
}

/** A message of the authority; an unknown code gets the words for unknown, for scripted answers. */
export function mensaje(identificador: string, informacionAdicional?: string): Mensaje {
  const advertencia = ADVERTENCIAS[identificador]
  const text = advertencia ?? RECEPCION[identificador] ?? AUTORIZACION[identificador] ?? 'ERROR DESCONOCIDO'
  return {
    identificador,
    mensaje: text,
    ...(informacionAdicional === undefined ? {} : { informacionAdicional }),
    tipo: advertencia ? 'ADVERTENCIA' : 'ERROR',
  }
}

/** Stage of a code: DEVUELTA at reception, or NO AUTORIZADO later. */
export const etapaOf = (identificador: string): Etapa => (identificador in RECEPCION ? 'recepcion' : 'autorizacion')
