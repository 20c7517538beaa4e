import type { GuiaRemisionForm } from '@yupana/contract'
import { COD_DOC, plainMonto, sum } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Problem } from '../../errors.ts'
import { isCallado } from '../comprobante/servicio-sri/servicio-sri.door.ts'
import { listFacturas, listGuiasOf, readPuntosPropios, type FacturaAmparo, type GuiaAmparada } from './guia-remision.sql.ts'

const CALLADO =
  'El SRI no responde en este momento. La guía ampara el traslado desde que está autorizada: espere su autorización antes de salir.'
/** Guías named one by one. */
const NOMBRADAS = 3

interface Cosa {
  codigo?: string | null | undefined
  descripcion: string
}
type Cantidad = Cosa & { cantidad: number }
type Movido = Cantidad & { campo: string }

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
const isSameCosa = (one: Cosa, other: Cosa) =>
  one.codigo && other.codigo ? same(one.codigo, other.codigo) : same(one.descripcion, other.descripcion)
const cantidadDe = (cosa: Cosa, todas: readonly Cantidad[]) =>
  sum(todas.filter((una) => isSameCosa(una, cosa)).map(({ cantidad }) => cantidad))

/** The guías with the same goods, each with its quantity: «y la guía 001-001-000000002 ya lleva 2». */
function yaLlevan(cosa: Cosa, otras: readonly GuiaAmparada[]): { total: number; frase: string } {
  const porGuia = new Map<string, number>()
  for (const { guia, detalles } of otras) {
    const cantidad = cantidadDe(cosa, detalles)
    if (cantidad > 0) porGuia.set(guia, sum([porGuia.get(guia) ?? 0, cantidad]))
  }
  const total = sum([...porGuia.values()])
  const [[guia] = [], ...demas] = [...porGuia]
  if (guia === undefined || demas.length === 0) return { total, frase: `la guía ${guia} ya lleva ${plainMonto(total)}` }
  const nombres = [...porGuia].slice(0, NOMBRADAS).map(([numero, cantidad]) => `${numero} (${plainMonto(cantidad)})`)
  if (porGuia.size > NOMBRADAS) nombres.push(`${porGuia.size - NOMBRADAS} más`)
  return { total, frase: `ya llevan ${plainMonto(total)} las guías ${nombres.slice(0, -1).join(', ')} y ${nombres.at(-1)}` }
}

/** Compares the goods of one factura, in all destinatarios together and in its other guías, with its lines. */
function checkCantidades(movidos: readonly Movido[], { numero, lineas }: FacturaAmparo, otras: readonly GuiaAmparada[]): Problem[] {
  return movidos.flatMap((movido, at) => {
    if (movidos.findIndex((other) => isSameCosa(other, movido)) < at) return []
    const { campo, descripcion } = movido
    const facturado = cantidadDe(movido, lineas)
    if (facturado === 0) return [{ campo, message: `«${descripcion}» no consta en la factura ${numero}.` }]
    const sale = cantidadDe(movido, movidos)
    const { total, frase } = yaLlevan(movido, otras)
    if (sum([sale, total]) <= facturado) return []
    const salen = `Salen ${plainMonto(sale)} de «${descripcion}» y`
    const message =
      total === 0
        ? `${salen} la factura ${numero} es de ${plainMonto(facturado)}.`
        : `${salen} ${frase}: la factura ${numero} es de ${plainMonto(facturado)}.`
    return [{ campo, message }]
  })
}

export const facturasOf = ({ destinatarios }: GuiaRemisionForm): string[] =>
  destinatarios.flatMap(({ sustento }) => (sustento?.cod_doc === COD_DOC.FACTURA ? [sustento.numero] : []))

export interface LugarGuia {
  empresaId: EmpresaId
  ambiente: Ambiente
  /** Id of the guía, if it has one: its goods are in the form. */
  id?: string
}

type SustentoFactura = { at: number; numero: string; autorizacion?: string | undefined }

const puntoOf = (numero: string): string => numero.split('-').slice(0, 2).join('-')
/** The issuer's RUC in a clave; undefined for shorter authorisations. */
const rucOf = (autorizacion: string | undefined): string | undefined =>
  autorizacion?.length === 49 ? autorizacion.slice(10, 23) : undefined

/** Warns of numbers of our own points without a factura of ours; the clave of another issuer shows that it is not ours. */
async function checkInexistentes(tx: Tx, { empresaId }: LugarGuia, ausentes: readonly SustentoFactura[]): Promise<Problem[]> {
  if (ausentes.length === 0) return []
  const { ruc, puntos } = await readPuntosPropios(
    tx,
    empresaId,
    ausentes.map(({ numero }) => puntoOf(numero)),
  )
  return ausentes
    .filter(({ numero, autorizacion }) => puntos.includes(puntoOf(numero)) && (rucOf(autorizacion) ?? ruc) === ruc)
    .map(({ at, numero }) => ({
      campo: `destinatarios.${at}.sustento.numero`,
      message: `En ${puntoOf(numero)} no hay una factura suya con ese número: revíselo. Si es de otro emisor, indique su autorización.`,
    }))
}

/** Warnings before goods leave; none of them blocks. */
export async function avisosGuia(tx: Tx, lugar: LugarGuia, form: GuiaRemisionForm, now: Date): Promise<Problem[]> {
  const { destinatarios } = form
  const numeros = [...new Set(facturasOf(form))]
  const sustentos = destinatarios.flatMap(({ sustento }, at) => (sustento?.cod_doc === COD_DOC.FACTURA ? [{ ...sustento, at }] : []))
  const facturas = await listFacturas(tx, lugar, numeros)
  const guias = await listGuiasOf(
    tx,
    lugar,
    facturas.map(({ numero }) => numero),
    lugar.id,
  )
  const facturaOf = (numero: string, autorizacion?: string | null) => {
    const found = facturas.filter((factura) => factura.numero === numero)
    return found.find((factura) => factura.autorizacion === autorizacion) ?? found[0]
  }
  const ajenas = sustentos.flatMap(({ at, numero, autorizacion }): Problem[] => {
    const factura = facturaOf(numero, autorizacion)
    if (autorizacion === undefined || !factura || factura.autorizacion === autorizacion) return []
    return [
      {
        campo: `destinatarios.${at}.sustento.autorizacion`,
        message: `La autorización de su factura ${numero} es ${factura.autorizacion}.`,
      },
    ]
  })
  const excedidas = numeros.flatMap((numero) => {
    const suyos = sustentos.filter((sustento) => sustento.numero === numero)
    const factura = facturaOf(numero, suyos[0]?.autorizacion)
    const movidos = suyos.flatMap(({ at }) =>
      (destinatarios[at]?.detalles ?? []).map((detalle, n) => ({ ...detalle, campo: `destinatarios.${at}.detalles.${n}.cantidad` })),
    )
    const otras = guias.filter((guia) => guia.numero === numero && facturaOf(numero, guia.autorizacion) === factura)
    return factura ? checkCantidades(movidos, factura, otras) : []
  })
  const inexistentes = await checkInexistentes(
    tx,
    lugar,
    sustentos.filter(({ numero }) => !facturaOf(numero)),
  )
  return [...((await isCallado(tx, lugar, now)) ? [{ message: CALLADO }] : []), ...inexistentes, ...ajenas, ...excedidas]
}
