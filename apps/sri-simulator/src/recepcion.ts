// validarComprobante: judges, writes the ledger, then answers, in this order.
import { child, childrenOf, textOf } from './documento/arbol.ts'
import { DocumentoIlegible, readDocumento } from './documento/leer-documento.ts'
import { etapaOf, mensaje, type Mensaje } from './errores.ts'
import type { Falla } from './fallas/falla.ts'
import { judge, type Juicio, type Tribunal } from './juicio.ts'
import type { AutorizacionGuardada } from './libro/libro.ts'
import { isClave } from './reglas/clave.ts'
import { instantText } from './reloj.ts'
import type { RespuestaRecepcion } from './soap/respuestas.ts'

/** Limit of a lote, in bytes and documents. */
const MAX_LOTE_BYTES = 512_000
const MAX_LOTE = 50

const CLAVE = /<claveAcceso>\s*(\d{49})\s*<\/claveAcceso>/

/** The key in the bytes, even of an unreadable document. */
export const claveInside = (bytes: Uint8Array): string =>
  CLAVE.exec(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16_384)).toString('latin1'))?.[1] ?? ''

const isLote = (bytes: Uint8Array): boolean =>
  /^[^<]*(<\?[^>]*\?>\s*)?<lote[\s>]/.test(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1'))

// The verdict after a scripted one is applied.
function scripted(juicio: Juicio, falla: Falla): Juicio {
  const told = mensaje(falla.codigo ?? '50', falla.informacion)
  // A warning is added to the real verdict; an error replaces it.
  return told.tipo === 'ERROR' ? { ...juicio, errores: [told] } : { ...juicio, advertencias: [...juicio.advertencias, told] }
}

const isReturned = (juicio: Juicio, falla: Falla | undefined): boolean => {
  if (falla?.tipo === 'veredicto' && falla.estado) return falla.estado === 'DEVUELTA'
  return juicio.errores.some((e) => etapaOf(e.identificador) === 'recepcion')
}

async function receiveOne(
  tribunal: Tribunal,
  bytes: Uint8Array,
  falla: Falla | undefined,
  lote?: string,
): Promise<{ clave: string; mensajes: readonly Mensaje[]; returned: boolean }> {
  const real = judge(tribunal, bytes, claveInside(bytes))
  const isScript = falla?.tipo === 'veredicto'
  // «procesar»: the document is really processed, and only the answer is false.
  const juicio = isScript && !falla.procesar ? scripted(real, falla) : real
  const returned = isReturned(juicio, isScript && !falla.procesar ? falla : undefined)
  const en = tribunal.libro.elapsed()
  const desde = en + (falla?.tipo === 'tardia' ? (falla.ms ?? 60_000) : tribunal.ajustes.retrasoMs)
  const autorizacion: AutorizacionGuardada | undefined = returned
    ? undefined
    : {
        estado: juicio.errores.length > 0 ? 'NO AUTORIZADO' : 'AUTORIZADO',
        desde,
        fecha: instantText(tribunal.now() + desde - en),
        mensajes: [...juicio.errores, ...juicio.advertencias],
      }
  await tribunal.libro.record(
    {
      clave: juicio.clave,
      en,
      fecha: instantText(tribunal.now()),
      veredicto: returned ? 'DEVUELTA' : 'RECIBIDA',
      mensajes: returned ? juicio.errores : [],
      ...(autorizacion ? { autorizacion } : {}),
      ...(lote === undefined ? {} : { lote }),
    },
    bytes,
  )
  if (isScript && falla.procesar)
    return { clave: juicio.clave, mensajes: [mensaje(falla.codigo ?? '50', falla.informacion)], returned: true }
  return { clave: juicio.clave, mensajes: juicio.errores, returned }
}

async function receiveLote(tribunal: Tribunal, bytes: Uint8Array): Promise<RespuestaRecepcion> {
  const devuelta = (clave: string, ...mensajes: Mensaje[]): RespuestaRecepcion => ({
    estado: 'DEVUELTA',
    comprobantes: [{ clave, mensajes }],
  })
  if (bytes.length > MAX_LOTE_BYTES) return devuelta(claveInside(bytes), mensaje('26'))
  try {
    const { raiz } = readDocumento(bytes)
    const clave = textOf(raiz, 'claveAcceso')
    const items = childrenOf(child(raiz, 'comprobantes'), 'comprobante')
    if (!isClave(clave) || items.length === 0 || items.length > MAX_LOTE)
      return devuelta(clave, mensaje('35', 'La estructura del lote no es válida'))
    const results = []
    for (const item of items) results.push(await receiveOne(tribunal, Buffer.from(item.text), undefined, clave))
    const returned = results.filter((r) => r.returned)
    return { estado: returned.length === results.length ? 'DEVUELTA' : 'RECIBIDA', comprobantes: returned }
  } catch (error) {
    if (error instanceof DocumentoIlegible) return devuelta(claveInside(bytes), mensaje('35', error.message))
    throw error
  }
}

export async function receive(tribunal: Tribunal, argumento: string | undefined, falla: Falla | undefined): Promise<RespuestaRecepcion> {
  const bytes = Buffer.from(argumento ?? '', 'base64')
  if (bytes.length === 0) return { estado: 'DEVUELTA', comprobantes: [{ clave: '', mensajes: [mensaje('49')] }] }
  if (isLote(bytes)) return receiveLote(tribunal, bytes)
  const { clave, mensajes, returned } = await receiveOne(tribunal, bytes, falla)
  return returned ? { estado: 'DEVUELTA', comprobantes: [{ clave, mensajes }] } : { estado: 'RECIBIDA', comprobantes: [] }
}

/** Notes a document whose processing was prevented by a fault. */
export async function noteUnprocessed(tribunal: Tribunal, argumento: string | undefined, falla: Falla): Promise<void> {
  const bytes = Buffer.from(argumento ?? '', 'base64')
  await tribunal.libro.record(
    {
      clave: claveInside(bytes),
      en: tribunal.libro.elapsed(),
      fecha: instantText(tribunal.now()),
      veredicto: `FALLA:${falla.tipo}`,
      mensajes: [],
    },
    bytes,
  )
}

/** Answer to an address that calls too often; the document is not examined. */
export async function refuseSancionada(tribunal: Tribunal, argumento: string | undefined): Promise<RespuestaRecepcion> {
  const bytes = Buffer.from(argumento ?? '', 'base64')
  const clave = claveInside(bytes)
  const mensajes = [mensaje('33', `Se superaron ${tribunal.ajustes.maximoPorMinuto} envíos en un minuto`)]
  await tribunal.libro.record(
    { clave, en: tribunal.libro.elapsed(), fecha: instantText(tribunal.now()), veredicto: 'DEVUELTA', mensajes },
    bytes,
  )
  return { estado: 'DEVUELTA', comprobantes: [{ clave, mensajes }] }
}
