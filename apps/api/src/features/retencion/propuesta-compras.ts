import {
  CompraForm,
  OPERACIONES_RETENCION,
  propuestaRetencionOf,
  retencionDeCompra,
  type CompraRetenida,
  type PropuestaCompra,
  type PropuestaRetencion,
  type RetencionForm,
} from '@yupana/contract'
import { bajaCompra, CODIGO_SIN_RETENCION, fechaIn, IMPUESTO_RETENIDO, sum, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { calificacionesOf, isSociedad } from '../persona/persona.door.ts'
import { readCriterio, type CriterioRetencion } from './propuesta.ts'
import { listRetenibles, type CompraRetenible } from './retencion.sql.ts'

type Operacion = CompraRetenida['operacion']
type Propone = (operacion: Operacion) => PropuestaRetencion

const compradoOf = (fila: CompraRetenible, operacion: Operacion): Omit<CompraRetenida, 'fecha'> => ({
  operacion,
  proveedor: {
    sociedad: isSociedad(fila.contribuyente, fila.form.proveedor),
    regimen: fila.form.regimen_proveedor,
    ...calificacionesOf(fila),
    habitual: false,
  },
  base: fila.subtotal,
  iva: fila.iva,
  liquidacion: false,
  exterior: fila.form.pago_exterior !== undefined,
})

/** The kind of a purchase not typed by the user: that chosen for its supplier, of its products, the last one, or else goods. */
function operacionOf({ elegida, productos, ultima }: CompraRetenible, propone: Propone): { operacion: Operacion; motivo: string } {
  if (elegida) return { operacion: elegida, motivo: 'Como se eligió para este proveedor.' }
  const isOfUltima = (operacion: Operacion) => {
    const { renta, iva } = propone(operacion)
    return ultima !== null && renta.codigo === ultima.renta && (ultima.iva === null || iva.codigo === ultima.iva)
  }
  const usual = OPERACIONES_RETENCION.find(isOfUltima)
  if (productos.includes('PRODUCTO')) return { operacion: 'BIEN', motivo: 'Sus líneas son productos suyos.' }
  if (usual) return { operacion: usual, motivo: `Como en la última retención a este proveedor, la ${ultima?.numero ?? ''}.` }
  if (productos.length > 0) return { operacion: 'OTRO_SERVICIO', motivo: 'Sus líneas son servicios.' }
  return { operacion: 'BIEN', motivo: 'No se sabe qué se compró: se toma como bienes.' }
}

/** Its lines; empty when the law requires none, undefined while a percentage must be chosen. */
function retencionesOf({ renta, iva }: PropuestaRetencion): RetencionForm['docs_sustento'][number]['retenciones'] | undefined {
  const lineas = [
    { impuesto: IMPUESTO_RETENIDO.RENTA, ...renta },
    { impuesto: IMPUESTO_RETENIDO.IVA, ...iva },
  ]
  if (lineas.some(({ codigo, porcentaje }) => codigo !== null && porcentaje === null)) return undefined
  return lineas.flatMap(({ impuesto, codigo, base, porcentaje }) =>
    codigo === null || porcentaje === null ? [] : [{ impuesto, codigo, base, porcentaje }],
  )
}

/** The reason for no withholding, before the law is applied. */
function whyNot({ estado, ya, form }: CompraRetenible): string | undefined {
  if (estado === 'ANULADA') return 'Está anulada.'
  if (ya !== null) return `Ya tiene la retención ${ya}.`
  return bajaCompra(form.tipo) ? 'De una nota de crédito no se retiene.' : undefined
}

/** The proposed withholding of one purchase, with its reasons and ready to issue. */
export function proposeCompra(
  { condiciones, elegidos }: CriterioRetencion,
  fecha: Fecha,
  fila: CompraRetenible,
  dicha?: { operacion: Operacion; motivo: string },
): PropuestaCompra {
  const propone: Propone = (operacion) => propuestaRetencionOf(condiciones, fecha, compradoOf(fila, operacion), elegidos)
  const { operacion, motivo } = dicha ?? operacionOf(fila, propone)
  const base = {
    compra_id: fila.id,
    numero: fila.form.numero,
    proveedor: fila.form.proveedor.razon_social,
    marcas: compradoOf(fila, operacion).proveedor,
    total: fila.total,
    operacion,
    motivo_operacion: motivo,
  }
  const nada = (propuesta: PropuestaRetencion | null, razon: string): PropuestaCompra => ({
    ...base,
    propuesta,
    retenido: 0,
    formulario: null,
    razon,
  })
  const why = whyNot(fila)
  if (why !== undefined) return nada(null, why)
  const propuesta = propone(operacion)
  const retenciones = retencionesOf(propuesta)
  if (!retenciones) return nada(propuesta, 'Hay que elegir el porcentaje: emítala desde la compra.')
  if (retenciones.length === 0) return nada(propuesta, `No se retiene. ${propuesta.renta.motivo}`)
  // Its base is in form 103 and in the ATS without a voucher (tributacion, §1).
  if (retenciones.every(({ codigo }) => codigo === CODIGO_SIN_RETENCION))
    return nada(propuesta, `No se retiene. ${propuesta.renta.motivo} Su base va al 103 y al ATS sin comprobante.`)
  const retenido = sum([propuesta.renta, propuesta.iva].map(({ codigo, valor }) => (codigo === null ? 0 : (valor ?? 0))))
  return {
    ...base,
    propuesta,
    retenido,
    formulario: { ...retencionDeCompra(fila.form, fila.subtotal, retenciones), unica: true },
    razon: null,
  }
}

/**
 * The proposed withholding of each purchase, in the given order. The user decides.
 * @throws 404 for a purchase of another company
 */
export async function proposeCompras(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  session: SesionAbierta,
  pedidas: readonly { id: string; operacion?: Operacion | undefined }[],
): Promise<PropuestaCompra[]> {
  const fecha = fechaIn(clock.now())
  const criterio = await readCriterio(tx, session.empresaId)
  const filas = new Map(
    (
      await listRetenibles(
        tx,
        session,
        pedidas.map(({ id }) => id),
      )
    ).map((fila) => [fila.id, fila]),
  )
  return pedidas.map(({ id, operacion }) => {
    const leida = filas.get(id.toLowerCase())
    if (!leida) throw errors.notFound()
    const dicha = operacion && { operacion, motivo: 'Como usted lo indicó.' }
    return proposeCompra(criterio, fecha, { ...leida, form: CompraForm.parse(leida.form) }, dicha)
  })
}
