import {
  aritmeticaOf,
  declaracionOf,
  dictamenOf,
  idRepetido,
  readComprobante,
  XmlError,
  type ComprobanteLeido,
  type Problema,
} from '@yupana/sri'

import { readEntrada, someArchivos } from '../archivos.ts'
import { JSON_OPCION, SALIDA, type Comando } from '../comando.ts'
import { fichaOf, identidadOf, type Identidad } from '../comprobante.ts'
import { lista } from '../formato.ts'

type Hallazgo = Omit<Problema, 'leve'>

interface Validacion {
  readonly valido: boolean
  /** Absent when the document cannot be read. */
  readonly documento?: Identidad | undefined
  readonly firmado: boolean
  /** Result of the signature, in one sentence. */
  readonly firma?: string | undefined
  readonly problemas: readonly Hallazgo[]
  /** Oddities of an authorised document, which are no errors. */
  readonly avisos: readonly Hallazgo[]
}

/** Checks a document against the official schema and the rules between its fields, on any day. */
export const validar: Comando = {
  nombre: 'validar',
  resumen: 'Comprueba un comprobante contra el esquema del SRI, las reglas entre sus campos y su aritmética.',
  formas: ['ARCHIVO… [--json]'],
  opciones: { json: JSON_OPCION },
  notas: [
    'Recibe también archivos sin firmar (firmado: no). Si el comprobante está firmado, su firma tiene que ser válida.',
    'No aplica ninguna regla sobre el día de hoy (plazos, fechas futuras, tarifas vigentes): responde lo mismo mañana. Lo que solo sabe el SRI (si el RUC existe, si el número ya se usó) no se consulta.',
    'En un comprobante firmado que viene con su autorización del SRI, un centavo de diferencia, una entrada de 0% que falta en los totales o un identificador repetido que la firma no usa son avisos, no problemas.',
    'Con --json escribe una línea por archivo.',
  ],
  async run(pedido, consola) {
    let code: number = SALIDA.BIEN
    for (const archivo of someArchivos(pedido)) {
      const validacion = validate(await readEntrada(archivo, consola))
      if (!validacion.valido) code = SALIDA.NO
      consola.out(pedido.bandera('json') ? `${JSON.stringify({ archivo, ...validacion })}\n` : textOf(archivo, validacion))
    }
    return code
  },
}

function validate(bytes: Uint8Array): Validacion {
  try {
    const leido = readComprobante(bytes)
    const { resultado, resumen, defectos, repetidos } = dictamenOf(bytes)
    const firmado = resultado !== 'SIN_FIRMA'
    const propios = declaracionOf(leido.tipo).validate(leido.documento)
    const ajena = autorizacionAjena(leido)
    // The envelope counts only with a valid signature: anybody can write one (O-120).
    const isAutorizado =
      ajena === undefined &&
      /^AUTORIZAD[OA]$/i.test(leido.autorizacion?.estado?.trim() ?? '') &&
      ['VALIDA', 'CON_REPAROS'].includes(resultado)
    const hallazgos: Problema[] = [
      ...(ajena === undefined ? [] : [{ campo: 'numeroAutorizacion', mensaje: `La autorización ${ajena} no es de este comprobante.` }]),
      ...leido.avisos.map(({ elemento, mensaje }) => ({ campo: elemento, mensaje })),
      ...propios,
      // A wrong field is named only once.
      ...aritmeticaOf(leido).filter(({ campo }) => !propios.some((propio) => propio.campo === campo)),
      ...(firmado ? defectos.map(({ motivo, significado }) => ({ campo: 'Signature', mensaje: `${motivo} ${significado}` })) : []),
      ...repetidos.map((id) => ({ campo: 'Signature', mensaje: idRepetido(id), leve: true })),
    ]
    const [avisos, problemas] = [true, false].map((isAviso) =>
      hallazgos.filter(({ leve = false }) => (leve && isAutorizado) === isAviso).map(({ campo, mensaje }) => ({ campo, mensaje })),
    ) as [Hallazgo[], Hallazgo[]]
    return {
      valido: problemas.length === 0,
      documento: identidadOf(leido),
      firmado,
      firma: firmado ? resumen : undefined,
      problemas,
      avisos,
    }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return { valido: false, firmado: false, problemas: [{ campo: error.elemento ?? '', mensaje: error.message }], avisos: [] }
  }
}

/** Authorisation number of the SRI's former online scheme: day and time, the issuer's RUC, ten digits. */
const NUMERO_EN_LINEA = /^\d{14}(\d{13})\d{10}$/

/** Number of the envelope if it belongs to another document; the number may be missing. */
function autorizacionAjena({ documento, autorizacion }: ComprobanteLeido): string | undefined {
  const { claveAcceso, ruc } = documento.infoTributaria
  const numero = autorizacion?.numeroAutorizacion?.trim()
  if (numero === undefined || numero === '' || numero === claveAcceso) return undefined
  return NUMERO_EN_LINEA.exec(numero)?.[1] === ruc ? undefined : numero.slice(0, 60)
}

const lineaOf = ({ campo, mensaje }: Hallazgo): string => (campo === '' ? mensaje : `${campo}: ${mensaje}`)

function textOf(archivo: string, { valido, documento, firmado, firma, problemas, avisos }: Validacion): string {
  return [
    `${archivo}\n`,
    valido
      ? '✔ Cumple el esquema del SRI y sus reglas.\n'
      : `✖ ${problemas.length === 1 ? 'Tiene un problema' : `Tiene ${String(problemas.length)} problemas`}:\n`,
    lista('✖', problemas.map(lineaOf)),
    avisos.length === 0 ? '' : '! Avisos (el SRI lo autorizó así; no cuentan como problemas):\n',
    lista('!', avisos.map(lineaOf)),
    documento === undefined ? '' : fichaOf(documento, [['firmado', firmado ? `sí. ${firma ?? ''}` : 'no']]),
    '\n',
  ].join('')
}
