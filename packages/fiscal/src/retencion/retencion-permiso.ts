/** Whether a company may withhold, and the reason (O-99). */
import { condicionAt, type CondicionTributaria } from '../identificacion/condicion.ts'
import { displayFecha, type Fecha } from '../valor/fecha.ts'
import { IMPUESTO_RETENIDO, type ImpuestoRetenido } from './retencion-tarifas.ts'

const { RENTA, IVA, ISD } = IMPUESTO_RETENIDO

/** Facts of a payment that decide about withholding. */
export interface CasoRetencion {
  /** Whether a liquidación de compra of the company supports it. */
  liquidacion?: boolean | undefined
  /** Whether it is paid to a non-resident (pagoLocExt 02). */
  exterior?: boolean | undefined
  /** Whether the company withholds from itself (codes 350 and 3481). */
  propia?: boolean | undefined
}

export interface PermisoRetencion {
  /** Taxes that the company may withhold; empty when it must not. */
  impuestos: readonly ImpuestoRetenido[]
  /** Reason for each tax, in Spanish. */
  motivos: Readonly<Record<ImpuestoRetenido, string>>
}

const SOLO_EXTERIOR = 'El ISD se retiene solo en pagos al exterior.'

/** A permission; renta and IVA share one reason unless `iva` is given. */
const permisoDe = (impuestos: readonly ImpuestoRetenido[], renta: string, iva = renta, isd = SOLO_EXTERIOR): PermisoRetencion => ({
  impuestos,
  motivos: { [RENTA]: renta, [IVA]: iva, [ISD]: isd },
})

/** Taxes that the company may withhold in this case, by its conditions on the date of the voucher. */
export function permisoRetencion(condiciones: readonly CondicionTributaria[], fecha: Fecha, caso: CasoRetencion = {}): PermisoRetencion {
  if (caso.propia === true)
    return permisoDe([RENTA], 'Autorretención: la empresa retiene sobre su propio ingreso.', 'En una autorretención solo se retiene renta.')
  if (caso.exterior === true) {
    const motivo = 'Todo pago al exterior obliga a retener, sin designación del SRI.'
    return permisoDe([RENTA, IVA, ISD], motivo, motivo, motivo)
  }
  const designacion = designacionAt(condiciones, fecha)
  const liquidacion = caso.liquidacion === true ? 'Toda liquidación de compra obliga a retener su IVA, sin designación del SRI.' : undefined
  if (designacion !== undefined) return permisoDe([RENTA, IVA], designacion, liquidacion)
  const ninguna = `La empresa no consta como agente de retención ni contribuyente especial el ${displayFecha(fecha)}: solo retiene el IVA de sus liquidaciones de compra y los pagos al exterior.`
  return permisoDe(liquidacion === undefined ? [] : [IVA], ninguna, liquidacion)
}

/** Designation of the company by the SRI, as a reason to withhold. */
function designacionAt(condiciones: readonly CondicionTributaria[], fecha: Fecha): string | undefined {
  const agente = condicionAt(condiciones, 'AGENTE_RETENCION', fecha)
  if (agente) return `Agente de retención desde el ${displayFecha(agente.desde)}, resolución ${agente.valor}.`
  const especial = condicionAt(condiciones, 'CONTRIBUYENTE_ESPECIAL', fecha)
  return especial && `Contribuyente especial desde el ${displayFecha(especial.desde)}, resolución ${especial.valor}.`
}
