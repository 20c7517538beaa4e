import { CompraForm, MAX_RECIBIDOS_ZIP, RetencionRecibidaForm } from '@yupana/contract'
import { COD_DOC, montoOf, readClaveAcceso, receptorKey, sum, TIPO_IDENTIFICACION } from '@yupana/fiscal'
import {
  aritmeticaOf,
  dictamenOf,
  readComprobante,
  readZip,
  XmlError,
  ZipError,
  type ComprobanteLeido,
  type InfoTributaria,
  type LimitesZip,
} from '@yupana/sri'

import { compraOfFactura, compraOfNotaCredito, compraOfNotaDebito, lineText, numeroOf } from './compra-de-xml.ts'
import { isLista } from './leer-lista.ts'
import { RecibidoError, type ArchivoTraido, type Destino, type RecibidoLeido } from './recibidos.ts'
import { retencionRecibidaOf } from './retencion-de-xml.ts'

const LIMITES: LimitesZip = { entradas: 2 * MAX_RECIBIDOS_ZIP, bytesEntrada: 1_048_576, bytes: 100_000_000 }
/** What systems put beside the files that a person packed. */
const BASURA = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/

/** Of a document, why it does not come into the inbox. */
export class Refused extends Error {}

/**
 * The documents of a file, an XML or a ZIP of them, or of several XML, each judged by itself: one line of JSON for each.
 * @throws RecibidoError where the only file as a whole is refused
 */
export const leerRecibidos = (archivos: readonly ArchivoTraido[], destino: Destino): Uint8Array =>
  leerArchivos(archivos, (bytes) => leer(bytes, destino))

/** Reads the XML of one document. @throws XmlError, Refused, RangeError */
type Lector<Leido> = (bytes: Uint8Array) => Leido
type Linea<Leido> = { archivo: string; leido: Leido } | { archivo: string; problema: string }

/** As `leerRecibidos`, whatever is read of each XML. */
export function leerArchivos<Leido>(archivos: readonly ArchivoTraido[], leerUno: Lector<Leido>): Uint8Array {
  const [solo] = archivos
  const lineas = solo && archivos.length === 1 ? [...lineasOf(solo, leerUno)] : archivos.map((archivo) => juntoOf(archivo, leerUno))
  if (lineas.length === 0) throw new RecibidoError('El ZIP no tiene ningún XML.')
  return Buffer.from(lineas.map((linea) => `${JSON.stringify(linea)}\n`).join(''))
}

/** One of several files: what would be unpacked or fetched goes alone. */
function juntoOf<Leido>({ filename: archivo, bytes }: ArchivoTraido, leerUno: Lector<Leido>): Linea<Leido> {
  const problema = isZip(bytes)
    ? 'Es un ZIP: envíelo solo, sin otros archivos.'
    : isLista(archivo, bytes)
      ? 'No es un XML. Si es la lista del SRI, envíela sola.'
      : sizeProblem(bytes)
  return problema === undefined ? judge(archivo, bytes, leerUno) : { archivo, problema }
}

function sizeProblem({ length }: Uint8Array): string | undefined {
  if (length === 0) return 'Está vacío.'
  return length > LIMITES.bytesEntrada ? 'El XML pasa de 1 MB: ningún comprobante del SRI es tan grande.' : undefined
}

function* lineasOf<Leido>({ filename: archivo, bytes }: ArchivoTraido, leerUno: Lector<Leido>): Generator<Linea<Leido>> {
  if (!isZip(bytes)) {
    const problema = sizeProblem(bytes)
    if (problema !== undefined) throw new RecibidoError(problema)
    yield judge(archivo, bytes, leerUno)
    return
  }
  try {
    let count = 0
    for (const { nombre, bytes: content } of readZip(bytes, LIMITES)) {
      if (!/\.xml$/i.test(nombre) || BASURA.test(nombre)) continue
      count += 1
      if (count > MAX_RECIBIDOS_ZIP) throw new RecibidoError(`El ZIP tiene más de ${MAX_RECIBIDOS_ZIP} comprobantes: divídalo.`)
      yield judge(nombre.slice(-200), content, leerUno)
    }
  } catch (error) {
    throw error instanceof ZipError ? new RecibidoError(error.message) : error
  }
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

function judge<Leido>(archivo: string, bytes: Uint8Array, leerUno: Lector<Leido>): Linea<Leido> {
  try {
    return { archivo, leido: leerUno(bytes) }
  } catch (error) {
    if (error instanceof XmlError || error instanceof Refused) return { archivo, problema: error.message }
    if (error instanceof RangeError) return { archivo, problema: 'Sus valores superan el máximo que un comprobante admite.' }
    throw error
  }
}

function leer(bytes: Uint8Array, destino: Destino): RecibidoLeido {
  const leido = readComprobante(bytes)
  const { infoTributaria: info } = leido.documento
  const partes = partesOf(leido)
  checkReceptor(partes.receptor, info, destino)
  checkClave(info, partes.tipo, partes.fecha, destino)
  checkAutorizacion(leido, info)
  const avisos = [...checkFirma(bytes, info), ...diferenciasOf(leido)]
  const form = (partes.compra ? CompraForm : RetencionRecibidaForm).safeParse(partes.compra ?? partes.retencion)
  if (!form.success) throw new Refused(`No se puede registrar: ${form.error.issues[0]?.message ?? 'un dato no es válido'}`)
  return {
    clave: info.claveAcceso,
    tipo: partes.tipo,
    numero: numeroOf(info),
    fecha_emision: partes.fecha,
    emisor_ruc: info.ruc,
    emisor_nombre: lineText(info.razonSocial) || info.ruc,
    total: partes.total,
    autorizado: leido.autorizacion?.estado === 'AUTORIZADO',
    avisos,
    compra: partes.compra,
    retencion: partes.retencion,
    // Without what XML admits and the database does not.
    xml: new TextDecoder().decode(bytes).replaceAll('\u0000', ''),
  }
}

type Partes = Pick<RecibidoLeido, 'tipo' | 'total' | 'compra' | 'retencion'> & { fecha: string; receptor: [tipo: string, valor: string] }

function partesOf({ tipo, documento }: ComprobanteLeido): Partes {
  if (tipo === 'factura') {
    const { infoFactura: f } = documento
    const compra = compraOfFactura(documento)
    const receptor: Partes['receptor'] = [f.tipoIdentificacionComprador, f.identificacionComprador]
    return { tipo: COD_DOC.FACTURA, fecha: f.fechaEmision, total: f.importeTotal, receptor, compra, retencion: null }
  }
  if (tipo === 'notaCredito') {
    const { infoNotaCredito: n } = documento
    const receptor: Partes['receptor'] = [n.tipoIdentificacionComprador, n.identificacionComprador]
    return {
      tipo: COD_DOC.NOTA_CREDITO,
      fecha: n.fechaEmision,
      total: n.valorModificacion,
      receptor,
      compra: compraOfNotaCredito(documento),
      retencion: null,
    }
  }
  if (tipo === 'notaDebito') {
    const { infoNotaDebito: n } = documento
    const receptor: Partes['receptor'] = [n.tipoIdentificacionComprador, n.identificacionComprador]
    return {
      tipo: COD_DOC.NOTA_DEBITO,
      fecha: n.fechaEmision,
      total: n.valorTotal,
      receptor,
      compra: compraOfNotaDebito(documento),
      retencion: null,
    }
  }
  if (tipo === 'comprobanteRetencion') {
    const { infoCompRetencion: r } = documento
    const retencion = retencionRecibidaOf(documento)
    return {
      tipo: COD_DOC.RETENCION,
      fecha: r.fechaEmision,
      total: montoOf(sum(retencion.lineas.map(({ valor }) => valor))),
      receptor: [r.tipoIdentificacionSujetoRetenido, r.identificacionSujetoRetenido],
      compra: null,
      retencion,
    }
  }
  throw new Refused(
    tipo === 'guiaRemision'
      ? 'Es una guía de remisión: acompaña a la mercadería y no se registra como compra.'
      : 'Es una liquidación de compra: la registra quien la emite.',
  )
}

function checkReceptor([tipo, valor]: Partes['receptor'], { ruc }: InfoTributaria, destino: Destino): void {
  const own = receptorKey(TIPO_IDENTIFICACION.RUC, destino.ruc)
  if (receptorKey(TIPO_IDENTIFICACION.RUC, ruc) === own) throw new Refused('Lo emitió su propia empresa.')
  if (tipo === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL) throw new Refused('Está emitido a consumidor final: no sirve de sustento.')
  if (receptorKey(tipo, valor) !== own) throw new Refused(`Está emitido a ${lineText(valor, 20)}, no a su empresa (${destino.ruc}).`)
}

function checkClave(info: InfoTributaria, tipo: string, fecha: string, { isProduccion }: Destino): void {
  const clave = readClaveAcceso(info.claveAcceso)
  if (!clave) throw new Refused('Su clave de acceso no es válida.')
  const isSame = clave.ruc === info.ruc && clave.codDoc === tipo && clave.fechaEmision === fecha && numeroOf(clave) === numeroOf(info)
  if (!isSame) throw new Refused('Su clave de acceso no es la de sus datos: alguien los cambió.')
  if (isProduccion && clave.ambiente !== '2') throw new Refused('Es un comprobante de pruebas: no tiene validez tributaria.')
}

function checkAutorizacion({ autorizacion }: ComprobanteLeido, { claveAcceso }: InfoTributaria): void {
  const { estado, numeroAutorizacion } = autorizacion ?? {}
  if (estado !== undefined && estado !== 'AUTORIZADO') throw new Refused(`El SRI no lo autorizó: dice ${lineText(estado, 40)}.`)
  if (numeroAutorizacion?.length === 49 && numeroAutorizacion !== claveAcceso)
    throw new Refused('La autorización que lo acompaña es de otro comprobante.')
}

function checkFirma(bytes: Uint8Array, { ruc }: InfoTributaria): string[] {
  const { resultado, resumen, defectos, certificado } = dictamenOf(bytes)
  const why = defectos[0] === undefined ? resumen : `${resumen} ${defectos[0].motivo}`
  if (resultado !== 'VALIDA' && resultado !== 'CON_REPAROS') throw new Refused(why)
  const ajeno = certificado?.ruc
  return [
    ...(resultado === 'CON_REPAROS' ? [why] : []),
    // Taken all the same: it may be that of who represents the issuer, and the SRI has authorised it.
    ...(ajeno === undefined || ajeno === ruc
      ? []
      : [`Firmado con el certificado de otro RUC (${ajeno}): puede ser el de su representante. Confírmelo con su emisor.`]),
  ]
}

/** Differences that are told one by one. */
const DIFERENCIAS = 3

/** What does not follow from the rest of a document that others issued and the SRI authorised: told, never refused (O-120). */
function diferenciasOf(leido: ComprobanteLeido): string[] {
  const todas = aritmeticaOf(leido).map(({ campo, mensaje }) => {
    const linea = /^detalles\[(\d+)\]/.exec(campo)?.[1]
    return `Sus valores no cuadran${linea === undefined ? '' : ` en la línea ${Number(linea) + 1}`}. ${mensaje}`
  })
  const demas = todas.length - DIFERENCIAS
  return [
    ...todas.slice(0, DIFERENCIAS),
    ...(demas > 0 ? [`Y ${demas} ${demas === 1 ? 'diferencia' : 'diferencias'} más en sus valores.`] : []),
  ]
}
