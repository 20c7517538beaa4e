import { add, sum, type Monto } from '@yupana/fiscal'

import type { Bloque } from './contenido.ts'
import type { Reembolso } from '../../documentos/partes/partes.ts'
import { dia, dinero } from './formato.ts'

/** Printed fields of a reimbursed voucher; the authorization has two spellings, so it is passed apart. */
type ReembolsoRide = Pick<
  Reembolso,
  'identificacionProveedorReembolso' | 'estabDocReembolso' | 'ptoEmiDocReembolso' | 'secuencialDocReembolso' | 'fechaEmisionDocReembolso'
> & {
  readonly detalleImpuestos: readonly { readonly baseImponibleReembolso: Monto; readonly impuestoReembolso: Monto }[]
}

/** The block of reimbursed vouchers, if any. */
export function reembolsosBloque<T extends ReembolsoRide>(
  reembolsos: readonly T[] | undefined,
  autorizacionOf: (reembolso: T) => string,
): Bloque[] {
  if (!reembolsos?.length) return []
  const filas = reembolsos.map((r) => {
    const numero = `${r.estabDocReembolso}-${r.ptoEmiDocReembolso}-${r.secuencialDocReembolso}`
    const base = sum(r.detalleImpuestos.map(({ baseImponibleReembolso }) => baseImponibleReembolso))
    const impuesto = sum(r.detalleImpuestos.map(({ impuestoReembolso }) => impuestoReembolso))
    return {
      celdas: [
        numero,
        r.identificacionProveedorReembolso,
        dia(r.fechaEmisionDocReembolso),
        autorizacionOf(r),
        dinero(base),
        dinero(impuesto),
      ].map((texto) => ({ texto })),
      ticket: {
        texto: `${numero}  ${r.identificacionProveedorReembolso}`,
        detalle: dia(r.fechaEmisionDocReembolso),
        valor: dinero(add(base, impuesto)),
      },
    }
  })
  const tabla = {
    columnas: [
      { titulo: 'Comprobante', tipo: 'codigo', tope: 0.3 },
      { titulo: 'Proveedor', tipo: 'codigo', tope: 0.3 },
      { titulo: 'Fecha', tipo: 'codigo' },
      { titulo: 'Autorización', tipo: 'texto' },
      { titulo: 'Base imponible', tipo: 'monto' },
      { titulo: 'Impuesto', tipo: 'monto' },
    ] as const,
    filas,
  }
  return [{ titulo: 'Comprobantes de reembolso', tabla }]
}
