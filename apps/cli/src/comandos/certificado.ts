import {
  diagnoseCertificado,
  ENTIDADES_CERTIFICADORAS,
  FirmaError,
  readableNombre,
  readCertificado,
  readComprobante,
  readP12,
  verifyXml,
  type CertificadoLeido,
  type Diagnostico,
  type EntidadCertificadora,
} from '@yupana/sri'

import { onlyArchivo, readEntrada } from '../archivos.ts'
import { readPasswordP12 } from '../password-p12.ts'
import { PASSWORD_ARCHIVO_OPCION, JSON_OPCION, NOTA_PASSWORD, SALIDA, type Comando, type Pedido } from '../comando.ts'
import type { Consola } from '../consola.ts'
import { fechaHora, ficha, lista } from '../formato.ts'
import { UsoError } from '../errores.ts'

/** Describes a certificate, and tells whether the SRI accepts its signatures. */
export const certificado: Comando = {
  nombre: 'certificado',
  resumen: 'Explica un .p12, un certificado o el certificado de un comprobante firmado.',
  formas: ['ARCHIVO [--ruc RUC] [--clave-archivo ARCHIVO] [--json]', '--entidades [--json]'],
  opciones: {
    ruc: { tipo: 'texto', valor: 'RUC', ayuda: 'RUC de la empresa que va a firmar: dice también si el certificado es suyo.' },
    entidades: { tipo: 'bandera', ayuda: 'Lista las entidades certificadoras del Ecuador y dónde escribe cada una la cédula y el RUC.' },
    'clave-archivo': PASSWORD_ARCHIVO_OPCION,
    json: JSON_OPCION,
  },
  notas: [
    'Recibe .p12 o .pfx (pide su contraseña), certificados .cer, .crt o .pem, y comprobantes firmados (XML). Sale con 1 si el certificado no sirve para firmar comprobantes hoy.',
    NOTA_PASSWORD,
  ],
  async run(pedido, consola) {
    if (pedido.bandera('entidades')) {
      consola.out(
        pedido.bandera('json')
          ? `${JSON.stringify(ENTIDADES_CERTIFICADORAS.map(entidadJson))}\n`
          : ENTIDADES_CERTIFICADORAS.map(entidadText).join(''),
      )
      return SALIDA.BIEN
    }
    const ruc = pedido.texto('ruc')
    if (ruc !== undefined && !/^\d{13}$/.test(ruc)) throw new UsoError('--ruc va con sus 13 dígitos.')
    const archivo = onlyArchivo(pedido)
    const { der, privateKey, cadena } = await parOf(await readEntrada(archivo, consola), pedido, consola)
    const diagnostico = diagnoseCertificado(der, { ruc, now: consola.now(), ...(privateKey === undefined ? {} : { privateKey }) })
    const otros = cadena.map(titularOf)
    consola.out(
      pedido.bandera('json')
        ? `${JSON.stringify({ archivo, conLlave: privateKey !== undefined, ...diagnostico, otros })}\n`
        : textOf(archivo, diagnostico, { hasKey: privateKey !== undefined, emisor: emisorOf(der), otros }),
    )
    return diagnostico.apto ? SALIDA.BIEN : SALIDA.NO
  },
}

interface Par {
  readonly der: Uint8Array
  readonly privateKey?: Uint8Array
  readonly cadena: readonly Uint8Array[]
}

async function parOf(bytes: Buffer, pedido: Pedido, consola: Consola): Promise<Par> {
  const start = bytes
    .subarray(0, 4096)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (start.startsWith('<')) return { der: certificadoOfXml(bytes), cadena: [] }
  const [first, ...cadena] = pemCertificates(bytes)
  if (first !== undefined) return { der: first, cadena }
  if (readIf(bytes) !== undefined) return { der: bytes, cadena: [] }
  const { certificado: der, privateKey, cadena: others } = readP12(bytes, await readPasswordP12(pedido, consola), consola.now())
  return { der, privateKey, cadena: others }
}

function certificadoOfXml(bytes: Buffer): Uint8Array {
  const { xml } = readComprobante(bytes)
  const found = xml === undefined ? undefined : verifyXml(xml).certificado
  if (found === undefined) throw new FirmaError('CERTIFICADO_ILEGIBLE', 'El comprobante no trae una firma con un certificado legible.')
  return found.der
}

const pemCertificates = (bytes: Buffer): Buffer[] =>
  [...bytes.toString('latin1').matchAll(/-----BEGIN CERTIFICATE-----([\w+/=\s]+)-----END CERTIFICATE-----/g)].map((match) =>
    Buffer.from(match[1] ?? '', 'base64'),
  )

/** Undefined when it is no certificate. */
function readIf(der: Uint8Array): CertificadoLeido | undefined {
  try {
    return readCertificado(der)
  } catch (error) {
    if (error instanceof FirmaError) return undefined
    throw error
  }
}

const titularOf = (der: Uint8Array): string => readIf(der)?.titular ?? 'ilegible'

function emisorOf(der: Uint8Array): string | undefined {
  const leido = readIf(der)
  return leido && readableNombre(leido.emisorNombre)
}

const USOS: Readonly<Record<string, string>> = {
  digitalSignature: 'firma digital',
  nonRepudiation: 'no repudio',
  keyEncipherment: 'cifrado de llaves',
  dataEncipherment: 'cifrado de datos',
  keyAgreement: 'acuerdo de llaves',
  keyCertSign: 'firma de certificados',
  cRLSign: 'firma de listas de revocación',
}

interface Resto {
  readonly hasKey: boolean
  readonly emisor: string | undefined
  /** Holders of the other certificates of the file. */
  readonly otros: readonly string[]
}

function textOf(archivo: string, { apto, rechazos, avisos, certificado: found }: Diagnostico, { hasKey, emisor, otros }: Resto): string {
  return [
    `${archivo}\n${apto ? '✔ Sirve para firmar comprobantes electrónicos.' : '✖ No sirve para firmar comprobantes electrónicos.'}\n`,
    lista(
      '✖',
      rechazos.map(({ motivo, consejo }) => `${motivo} ${consejo}`),
    ),
    lista(
      '!',
      avisos.map(({ motivo, consejo }) => `${motivo} ${consejo}`),
    ),
    found === undefined
      ? ''
      : ficha([
          ['Titular', found.titular],
          ['RUC', found.ruc ?? 'no lo dice'],
          ['Cédula', found.cedula],
          ['Consta en', found.origen],
          ['Emisor', emisor],
          ['Entidad', found.entidad ?? 'no la reconocemos'],
          ['Serie', found.serie],
          ['Desde', fechaHora(found.desde)],
          ['Hasta', `${fechaHora(found.hasta)} (${found.diasRestantes < 0 ? 'ya venció' : `quedan ${String(found.diasRestantes)} días`})`],
          ['Usos', found.usos.map((uso) => USOS[uso] ?? uso).join(', ') || 'ninguno declarado'],
          ['Llave', found.bits === undefined ? 'no es RSA' : `RSA de ${String(found.bits)} bits`],
          ['Llave privada', hasKey ? 'en el archivo, y corresponde' : 'no está en el archivo'],
          ['Huella SHA-256', found.huella],
          ['Otros', otros.length === 0 ? undefined : otros.join('; ')],
        ]),
  ].join('')
}

const LUGARES = { EXTENSION: 'en extensiones propias', NOMBRE_ALTERNATIVO: 'en los nombres alternativos del titular' } as const

const oidsOf = ({ arco, oidIdentificacion }: EntidadCertificadora): string =>
  arco !== undefined
    ? `cédula en ${arco}.1 y RUC en ${arco}.11`
    : oidIdentificacion !== undefined
      ? `identificación en ${oidIdentificacion}`
      : ''

const entidadText = (entidad: EntidadCertificadora): string =>
  `${entidad.nombre}: ${entidad.lugares === undefined ? 'en el titular (serialNumber u organizationIdentifier)' : `${oidsOf(entidad)}, ${entidad.lugares.map((lugar) => LUGARES[lugar]).join(' o ')}`}\n`

const entidadJson = ({ nombre, arco, oidIdentificacion, lugares }: EntidadCertificadora) => ({
  nombre,
  arco,
  oidIdentificacion,
  lugares: lugares ?? ['TITULAR'],
})
