import type { GuiaRemisionForm } from '@yupana/contract'
import { COD_DOC, plainMonto, sum } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Problem } from '../../errors.ts'
import { isCallado } from '../comprobante/servicio-sri/servicio-sri.door.ts'
import { listFacturas, type FacturaAmparo } from './guia-remision.sql.ts'

const CALLADO =
  'El SRI no responde en este momento. La guía ampara el traslado desde que está autorizada: espere su autorización antes de salir.'

type Cosa = Pick<FacturaAmparo['lineas'][number], 'codigo' | 'descripcion'>
type Movido = Cosa & { campo: string; numero: string; cantidad: number }

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
const isSameCosa = (one: Cosa, other: Cosa) =>
  one.codigo !== null && other.codigo !== null ? same(one.codigo, other.codigo) : same(one.descripcion, other.descripcion)

/** What leaves under one factura, in all its destinatarios together. */
function checkCantidades(movidos: readonly Movido[], { numero, lineas }: FacturaAmparo): Problem[] {
  return movidos.flatMap((movido, at) => {
    if (movidos.findIndex((other) => isSameCosa(other, movido)) < at) return []
    const facturado = sum(lineas.filter((linea) => isSameCosa(linea, movido)).map(({ cantidad }) => cantidad))
    const sale = sum(movidos.filter((other) => isSameCosa(other, movido)).map(({ cantidad }) => cantidad))
    if (sale <= facturado) return []
    const message =
      facturado === 0
        ? `«${movido.descripcion}» no consta en la factura ${numero}.`
        : `Salen ${plainMonto(sale)} de «${movido.descripcion}» y la factura ${numero} es de ${plainMonto(facturado)}.`
    return [{ campo: movido.campo, message }]
  })
}

/** What is worth a second look before goods leave: nothing of it is forbidden. */
export async function avisosGuia(
  tx: Tx,
  lugar: { empresaId: EmpresaId; ambiente: Ambiente },
  { destinatarios }: GuiaRemisionForm,
  now: Date,
): Promise<Problem[]> {
  const sustentos = destinatarios.flatMap(({ sustento }, at) => (sustento?.cod_doc === COD_DOC.FACTURA ? [{ ...sustento, at }] : []))
  const facturas = await listFacturas(
    tx,
    lugar,
    sustentos.map(({ numero }) => numero),
  )
  const facturaOf = (numero: string, autorizacion?: string) => {
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
  const excedidas = [...new Set(sustentos.map(({ numero }) => numero))].flatMap((numero) => {
    const suyos = sustentos.filter((sustento) => sustento.numero === numero)
    const factura = facturaOf(numero, suyos[0]?.autorizacion)
    const movidos = suyos.flatMap(({ at }) =>
      (destinatarios[at]?.detalles ?? []).map(({ codigo = null, descripcion, cantidad }, n) => ({
        campo: `destinatarios.${at}.detalles.${n}.cantidad`,
        numero,
        codigo,
        descripcion,
        cantidad,
      })),
    )
    return factura ? checkCantidades(movidos, factura) : []
  })
  return [...((await isCallado(tx, lugar, now)) ? [{ message: CALLADO }] : []), ...ajenas, ...excedidas]
}
