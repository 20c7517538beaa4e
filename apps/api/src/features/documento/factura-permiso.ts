import type { FacturaForm } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import type { Problem } from '../../errors.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { issuedBefore, lineaKey } from '../comprobante/armado/armado.door.ts'
import { checkLinea, type Venta } from './linea-permiso.ts'
import { readPrecios } from './precio.sql.ts'

const CARGO = 'Su usuario no puede cobrar valores que no son de productos: quítelo, o pida la venta a quien pueda cambiar precios.'
const DESCUENTO = 'Su usuario no puede dar descuentos: déjelo en 0, o pida la venta a quien pueda darlos.'
const CARGOS_EXPORTACION = ['flete', 'seguro', 'gastos_aduaneros', 'gastos_transporte'] as const

/** Charges beside the lines, which no price of the catalogue explains. A propina is bounded by law, reembolsos are charged by lines. */
function checkCargos({ rubros_terceros: rubros, exportacion }: FacturaForm, issued: FacturaForm | undefined): Problem[] {
  const rubroOf = ({ concepto, total }: FacturaForm['rubros_terceros'][number]): string => JSON.stringify([concepto, total])
  const wasIssued = issuedBefore((issued?.rubros_terceros ?? []).map(rubroOf))
  return [
    ...rubros.flatMap((rubro, at) => (wasIssued(rubroOf(rubro)) ? [] : [{ campo: `rubros_terceros.${at}.total`, message: CARGO }])),
    ...CARGOS_EXPORTACION.flatMap((cargo) => {
      const value = exportacion?.[cargo] ?? 0
      return value === 0 || value === issued?.exportacion?.[cargo] ? [] : [{ campo: `exportacion.${cargo}`, message: CARGO }]
    }),
  ]
}

/**
 * Checks prices and discounts for a user without the right to them (O-100): a line has the catalogue's values of its product, and nothing
 * is charged beside the lines. Parts issued before or offered stay, by any user, each once.
 */
export async function checkPermisos(
  tx: Tx,
  session: SesionAbierta,
  readBefore: () => Promise<FacturaForm | undefined>,
  venta: Venta,
): Promise<Problem[]> {
  const [cambia, descuenta] = [mayDo(session, 'documento:cambiar_precio'), mayDo(session, 'documento:descuento')]
  if (cambia && descuenta) return []
  const { lineas, modo } = venta.form
  const [before, precios] = await Promise.all([
    readBefore(),
    cambia
      ? []
      : readPrecios(
          tx,
          session.empresaId,
          lineas.flatMap(({ producto_id }) => producto_id ?? []),
          lineas.flatMap(({ codigo }) => codigo ?? []),
        ),
  ])
  const wasThere = issuedBefore((before?.lineas ?? []).map((linea) => lineaKey(linea, before?.modo ?? 'NETO')))
  const problemas = lineas.flatMap((linea, at) => {
    if (wasThere(lineaKey(linea, modo))) return []
    const suyos = cambia ? [] : checkLinea(linea, precios, venta)
    if (!descuenta && linea.descuento > 0) suyos.push({ campo: 'descuento', message: DESCUENTO })
    return suyos.map(({ campo, message }) => ({ campo: `lineas.${at}.${campo}`, message }))
  })
  return cambia ? problemas : [...problemas, ...checkCargos(venta.form, before)]
}
